import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { newRandomUuid } from '../ids.ts';

/** A file on the disk of this node, for as long as somebody works on it. */
export interface ReceivedFile {
  readonly path: string;
  readonly sha256: Buffer;
  readonly size: number;
  /** Deletes it. */
  discard(): Promise<void>;
}

interface Place {
  readonly directory: string;
  readonly maxBytes: number;
}

const PREFIX = 'received-';

/** Longer than any request or job works on a file: what is older was left behind by a node that died. */
const STALE_MS = 86_400_000;

/** Writes a stream to a file of its own and hashes it meanwhile. Nothing is left behind when the stream fails. */
export async function receiveFile(
  { directory, maxBytes }: Place,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${PREFIX}${newRandomUuid()}`);
  const discard = () => rm(path, { force: true });
  const meter = { size: 0, hash: createHash('sha256') };
  try {
    await pipeline(limited(chunks, maxBytes, meter), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, size: meter.size, sha256: meter.hash.digest(), discard };
}

interface Meter {
  size: number;
  readonly hash: ReturnType<typeof createHash>;
}

async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  meter: Meter,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    meter.size += chunk.length;
    if (meter.size > maxBytes) {
      throw new AppError('too-large', `The document is larger than the ${maxBytes} bytes that are taken.`);
    }
    meter.hash.update(chunk);
    yield chunk;
  }
}

/** Deletes what a node that died has left behind. */
export async function discardStaleFiles(directory: string, now: Date): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    const path = join(directory, name);
    const modified = await stat(path).catch(() => undefined);
    if (modified && now.getTime() - modified.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
