import { setImmediate } from 'node:timers/promises';
import { copyIn } from './copy-in.ts';
import type { Tx } from './database.ts';

const CHUNK_BYTES = 65_536;
const LINE_END = 0x0a;

/** Rows, each up to its end (`toCopyLine`), and the fields that go in front of each of them. */
export type CopyLines = readonly [front: string, rows: Uint8Array];

/** Copies rows that are bytes for the most part already into these columns of a table. */
export async function copyLines(
  tx: Tx,
  table: string,
  columns: readonly string[],
  lines: Iterable<CopyLines>,
): Promise<void> {
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin`, toChunks(lines));
}

/** A chunk has left when the next one is asked for: all of them are the same piece of memory. */
async function* toChunks(lines: Iterable<CopyLines>): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for (const [front, rows] of lines) {
    for (let begin = 0; begin < rows.length; ) {
      const end = endOfLine(rows, begin);
      const needed = Buffer.byteLength(front) + end - begin;
      if (filled + needed > chunk.length && filled > 0) {
        yield chunk.subarray(0, filled);
        filled = 0;
        // A socket that takes everything at once never lets anybody else have their turn.
        await setImmediate();
      }
      if (needed > chunk.length) chunk = Buffer.allocUnsafe(needed);
      filled += chunk.write(front, filled);
      chunk.set(begin === 0 && end === rows.length ? rows : rows.subarray(begin, end), filled);
      filled += end - begin;
      begin = end;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

function endOfLine(rows: Uint8Array, begin: number): number {
  const end = rows.indexOf(LINE_END, begin);
  return end < 0 ? rows.length : end + 1;
}
