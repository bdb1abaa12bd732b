import { setImmediate } from 'node:timers/promises';
import { copyIn } from './copy-in.ts';
import type { Tx } from './database.ts';

const CHUNK_LENGTH = 65_536;

/** Copies rows that are text already, each a line with its end (`toCopyLine`), into these columns of a table. */
export async function copyLines(
  tx: Tx,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> {
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin`, toChunks(lines));
}

async function* toChunks(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
    // A socket that takes everything at once never lets anybody else have their turn.
    await setImmediate();
  }
  if (text !== '') yield Buffer.from(text);
}
