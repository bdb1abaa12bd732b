import { setImmediate } from 'node:timers/promises';
import { copyIn } from './copy-in.ts';
import type { Tx } from './database.ts';

const CHUNK_BYTES = 65_536;

/** A row: the fields in front as text, and the rest of it, up to its end (`toCopyLine`), as bytes. */
export type CopyLine = readonly [front: string, rest: Uint8Array];

/** Copies rows that are bytes for the most part already into these columns of a table. */
export async function copyLines(
  tx: Tx,
  table: string,
  columns: readonly string[],
  lines: Iterable<CopyLine>,
): Promise<void> {
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin`, toChunks(lines));
}

/** A chunk has left when the next one is asked for: all of them are the same piece of memory. */
async function* toChunks(lines: Iterable<CopyLine>): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for (const [front, rest] of lines) {
    const needed = Buffer.byteLength(front) + rest.length;
    if (filled + needed > chunk.length && filled > 0) {
      yield chunk.subarray(0, filled);
      filled = 0;
      // A socket that takes everything at once never lets anybody else have their turn.
      await setImmediate();
    }
    if (needed > chunk.length) chunk = Buffer.allocUnsafe(needed);
    filled += chunk.write(front, filled);
    chunk.set(rest, filled);
    filled += rest.length;
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}
