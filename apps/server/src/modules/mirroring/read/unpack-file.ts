import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UnreadableDataError } from '../unreadable-data-error.ts';

const CHUNK_BYTES = 256 * 1024;

/** Yields the content of a file, decompressed if it is gzip, whatever its name. */
export async function* unpackFile(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (!(await isGzip(path))) {
    yield* source;
    return;
  }
  const output = new PassThrough({ highWaterMark: CHUNK_BYTES });
  const done = pipeline(source, createGunzip({ chunkSize: CHUNK_BYTES }), output);
  done.catch(() => {});
  try {
    yield* output;
    await done;
  } catch (error) {
    throw new UnreadableDataError('The file is damaged or incomplete: it cannot be unpacked.', {
      cause: error,
    });
  } finally {
    output.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
