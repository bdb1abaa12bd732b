import { createReadStream } from 'node:fs';
import { newRandomUuid } from '../ids.ts';
import type { StreamedBody } from './send-request.ts';

export interface FilePart {
  /** Name of the part. */
  readonly name: string;
  readonly fileName: string;
  readonly type: string;
  readonly path: string;
  readonly size: number;
}

interface MultipartBody {
  readonly contentType: string;
  readonly body: StreamedBody;
}

/** A form (`multipart/form-data`) of text fields and a file, which is read while it is sent. */
export function toMultipartBody(fields: Readonly<Record<string, string>>, file: FilePart): MultipartBody {
  const boundary = `----${newRandomUuid()}`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`,
  );
  const fileHead =
    `--${boundary}\r\n${disposition(file.name)}; filename="${escapeQuoted(file.fileName)}"\r\n` +
    `Content-Type: ${file.type}\r\n\r\n`;
  const head = Buffer.from(texts.join('') + fileHead);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      size: head.length + file.size + tail.length,
      async *open() {
        yield head;
        yield* createReadStream(file.path) as AsyncIterable<Buffer>;
        yield tail;
      },
    },
  };
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${escapeQuoted(name)}"`;
}

/** As browsers do. */
function escapeQuoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
