import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
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

async function writeFile(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  using progress = openProgressLine();
  const content = withProgress(body, path, progress);
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  return existing && !existing.isFile() ? writeThrough(target, content) : replaceFile(target, content);
}

/** Writes into what is not a file, such as a pipe or a device. It must not be replaced. */
async function writeThrough(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const output = createWriteStream(path);
  await pipeline(content, output).catch(toFileError);
  return output.bytesWritten;
}

/** Writes to a temporary file and renames it, so that the file is complete or unchanged. */
async function replaceFile(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const aside = `${path}.${crypto.randomUUID()}`;
  const file = createWriteStream(aside, { flags: 'wx' });
  try {
    await pipeline(content, file).catch(toFileError);
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
