import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { newRandomUuid } from '../ids.ts';
import { toStorageError } from './storage-failure.ts';

/** A temporary file on the disk of this node. */
export interface ReceivedFile {
  readonly path: string;
  readonly sha256: Buffer;
  readonly size: number;
  /** Deletes it. */
  discard(): Promise<void>;
}

interface Destination {
  readonly directory: string;
  readonly maxBytes: number;
  /** The property that sets the limit, named in the refusal. */
  readonly limitedBy?: string;
}

const PREFIX = 'received-';

/** Files in use are touched far more often. Older ones were left behind by a process that died. */
const STALE_MS = 3_600_000;
const TOUCH_MS = 300_000;

/** Writes a stream to a new file and hashes it. Leaves no file behind when it fails. */
export async function receiveFile(
  destination: Destination,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const { directory } = destination;
  const path = join(directory, `${PREFIX}${newRandomUuid()}`);
  const touching = setInterval(() => void touch(path), TOUCH_MS).unref();
  const discard = () => {
    clearInterval(touching);
    return rm(path, { force: true });
  };
  const meter = { size: 0, hash: createHash('sha256') };
  try {
    await mkdir(directory, { recursive: true });
    await pipeline(limited(chunks, destination, meter), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    // The file may not exist.
    await discard().catch(() => {});
    throw toStorageError(error, directory);
  }
  return { path, size: meter.size, sha256: meter.hash.digest(), discard };
}

interface Meter {
  size: number;
  readonly hash: ReturnType<typeof createHash>;
}

async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  destination: Destination,
  meter: Meter,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    meter.size += chunk.length;
    if (meter.size > destination.maxBytes) throw tooLarge(destination);
    meter.hash.update(chunk);
    yield chunk;
  }
}

/** Tells other processes that share the directory that the file is in use. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

/** The limit applies to the document as sent and decompressed. */
export function tooLarge({ maxBytes, limitedBy }: Destination): AppError {
  const property = limitedBy ? ` The limit is set by ${limitedBy}.` : '';
  return new AppError(
    'too-large',
    `The document is larger than the ${maxBytes} bytes that are allowed, as sent or decompressed.${property}`,
  );
}

/** Deletes files that dead processes have left behind. */
export async function discardStaleFiles(directory: string, now: Date): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    const path = join(directory, name);
    const modified = await stat(path).catch(() => undefined);
    if (modified && now.getTime() - modified.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
