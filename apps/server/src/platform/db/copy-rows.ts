import { setImmediate } from 'node:timers/promises';
import { copyIn } from './copy-in.ts';
import { type CopyRow, type CopyValue, toCopyLine } from './copy-text.ts';
import type { Tx } from './database.ts';

const CHUNK_LENGTH = 65_536;

/**
 * Copies these columns of rows into a table. Bytes are stored as such, other objects as JSON. Rows are consumed lazily.
 */
export async function copyRows<R extends { readonly [C in keyof R]: CopyValue }>(
  tx: Tx,
  table: string,
  columns: readonly (keyof R & string)[],
  rows: Iterable<R>,
): Promise<void> {
  if (Array.isArray(rows) && rows.length === 0) return;
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin`, toChunks(columns, rows));
}

async function* toChunks(columns: readonly string[], rows: Iterable<CopyRow>): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const row of rows) {
    text += toCopyLine(columns, row);
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
    // A fast socket never waits: let other work run.
    await setImmediate();
  }
  if (text !== '') yield Buffer.from(text);
}
