import { setImmediate } from 'node:timers/promises';
import { copyIn } from './copy-in.ts';
import type { Tx } from './database.ts';

/** A value in the binary format of its type: text and bytes unchanged, a UUID as its 16 bytes. */
export type BinaryField = Uint8Array | null;

const CHUNK_BYTES = 65_536;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER = Buffer.concat([SIGNATURE, Buffer.alloc(8)]);
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
const ABSENT = -1;

/**
 * Copies rows into a table in PostgreSQL's binary format. Use it where most of a row is bytes, which take twice the size
 * as text. Rows are consumed lazily.
 */
export async function copyBinaryRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly BinaryField[]>,
): Promise<void> {
  await copyIn(tx, `copy ${table} (${columns.join()}) from stdin (format binary)`, toChunks(rows));
}

async function* toChunks(rows: Iterable<readonly BinaryField[]>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [HEADER];
  let size = HEADER.length;
  for (const row of rows) {
    size += addRow(pieces, row);
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(pieces, size);
    [pieces, size] = [[], 0];
    // A fast socket never waits: let other work run.
    await setImmediate();
  }
  yield Buffer.concat([...pieces, END]);
}

const END = Buffer.from([0xff, 0xff]);

/** Returns the number of bytes. */
function addRow(pieces: Uint8Array[], row: readonly BinaryField[]): number {
  const heads = Buffer.allocUnsafe(COUNT_BYTES + LENGTH_BYTES * row.length);
  heads.writeInt16BE(row.length, 0);
  let [from, to, size] = [0, COUNT_BYTES, heads.length];
  for (const field of row) {
    to = heads.writeInt32BE(field?.length ?? ABSENT, to);
    pieces.push(heads.subarray(from, to));
    if (field) pieces.push(field);
    size += field?.length ?? 0;
    from = to;
  }
  return size;
}

/** The 16 bytes of a UUID. */
export function toUuidBytes(uuid: string): Uint8Array {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}
