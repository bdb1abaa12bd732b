import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { newRandomUuid } from '../ids.ts';
import { toStorageError } from './storage-failure.ts';

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
  /** The property that sets the limit, for whoever meets it. */
  readonly limitedBy?: string;
}

const PREFIX = 'received-';

/** Files in use are touched far more often: what is older was left behind by a process that died. */
const STALE_MS = 3_600_000;
const TOUCH_MS = 300_000;

/** Writes a stream to a file of its own and hashes it meanwhile. Nothing is left behind when the stream fails. */
export async function receiveFile(place: Place, chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  const { directory } = place;
  const path = join(directory, `${PREFIX}${newRandomUuid()}`);
  const touching = setInterval(() => void touch(path), TOUCH_MS).unref();
  const discard = () => {
    clearInterval(touching);
    return rm(path, { force: true });
  };
  const meter = { size: 0, hash: createHash('sha256') };
  try {
    await mkdir(directory, { recursive: true });
    await pipeline(limited(chunks, place, meter), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    // Nothing may be there to be deleted where nothing can be written.
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
  place: Place,
  meter: Meter,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    meter.size += chunk.length;
    if (meter.size > place.maxBytes) throw tooLarge(place);
    meter.hash.update(chunk);
    yield chunk;
  }
}

/** Says to whoever shares the directory, be it another process, that somebody still works on the file. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

/** The limit holds for what is sent and for what it unpacks to. */
export function tooLarge({ maxBytes, limitedBy }: Place): AppError {
  const property = limitedBy ? ` The limit is set by ${limitedBy}.` : '';
  return new AppError(
    'too-large',
    `The document has more than the ${maxBytes} bytes that are taken, as sent or unpacked.${property}`,
  );
}

/** Deletes what processes that died have left behind. */
export async function discardStaleFiles(directory: string, now: Date): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    const path = join(directory, name);
    const modified = await stat(path).catch(() => undefined);
    if (modified && now.getTime() - modified.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
