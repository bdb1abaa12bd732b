import { createReadStream } from 'node:fs';
import { AppError } from '../../../platform/errors.ts';
import { decompress } from '../../../platform/files/decompress.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

const CHUNK_BYTES = 256 * 1024;

/** The content of a file, decompressed if its first bytes say gzip or zstd. */
export async function* unpackFile(path: string): AsyncGenerator<Buffer> {
  try {
    const chunks = decompress(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
    for await (const { buffer, byteOffset, length } of chunks) yield Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw error instanceof AppError ? new UnreadableDataError(error.message, { cause: error }) : error;
  }
}
