import { setImmediate } from 'node:timers/promises';
import { copyIn } from './copy-in.ts';
import type { Tx } from './database.ts';

const CHUNK_BYTES = 65_536;
const LINE_END = 0x0a;

/** Rows in COPY text format (`toCopyLine`), and the fields that precede each of them. */
export type CopyLines = readonly [prefix: string, rows: Uint8Array];

/** Copies rows that are mostly encoded already into these columns of a table. */
export async function copyLines(
  tx: Tx,
  table: string,
  columns: readonly string[],
  lines: Iterable<CopyLines>,
): Promise<void> {
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin`, toChunks(lines));
}

/** A chunk was sent before the next one is consumed, so all of them use the same memory. */
async function* toChunks(lines: Iterable<CopyLines>): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for (const [prefix, rows] of lines) {
    for (let begin = 0; begin < rows.length; ) {
      const end = endOfLine(rows, begin);
      const needed = Buffer.byteLength(prefix) + end - begin;
      if (filled + needed > chunk.length && filled > 0) {
        yield chunk.subarray(0, filled);
        filled = 0;
        // A fast socket never waits: let other work run.
        await setImmediate();
      }
      if (needed > chunk.length) chunk = Buffer.allocUnsafe(needed);
      filled += chunk.write(prefix, filled);
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
