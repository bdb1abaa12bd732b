import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { describeBytes } from './describe-bytes.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';
import { printNote } from './print-note.ts';
import { openProgressLine, type ProgressLine } from './progress-line.ts';

/** Writes to the file, with a note about its size, or to stdout. */
export async function writeDocument(
  output: string | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (output === undefined) await pipeline(body, process.stdout, { end: false });
  else printNote(`${describeBytes(await writeFile(output, body))} in ${output}`);
}

/** Writes to a temporary file and renames it, so that the file is complete or unchanged. */
async function writeFile(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const aside = `${path}.${crypto.randomUUID()}`;
  const file = createWriteStream(aside, { flags: 'wx' });
  using progress = openProgressLine();
  try {
    await pipeline(withProgress(body, path, progress), file).catch(toFileError);
    await rename(aside, path).catch(toFileError);
    return file.bytesWritten;
  } finally {
    await rm(aside, { force: true });
  }
}

async function* withProgress(body: AsyncIterable<Uint8Array>, path: string, progress: ProgressLine) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    progress.show(`${path}: ${describeBytes(bytes)}`);
    yield chunk;
  }
}

function toFileError(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error;
  throw new CommandError(EXIT.usage, `The file cannot be written: ${error.message}`);
}
