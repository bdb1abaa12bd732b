import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Writes half a megabyte, which the end of the transaction deletes. Throws 53100 if PostgreSQL's disk is full. */
export async function requireFreeSpace(tx: Tx): Promise<void> {
  await sql`create temp table free_space_probe on commit drop as
    select repeat(md5(n::text), 30) as filler from generate_series(1, 500) as n`.execute(tx);
}
