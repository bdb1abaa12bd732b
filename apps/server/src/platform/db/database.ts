import { type Kysely, sql, type Transaction } from 'kysely';
import { findActor } from './actor.ts';
import type { DB } from './database.generated.ts';

/** For reading: outside a transaction or inside one. */
export type Db = Kysely<DB>;

/** For writing: a function that takes a `Tx` cannot be called outside a transaction. */
export type Tx = Transaction<DB>;

/** Runs `work` in one transaction. Rolls back if `work` throws. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const actor = findActor();
  if (actor === undefined) return db.transaction().execute(work);
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('tallyman.actor', ${JSON.stringify(actor)}, true)`.execute(tx);
    return work(tx);
  });
}

/**
 * For work of one statement, which is a transaction by itself. Saves the round trips of `begin` and `commit`.
 */
export function inOneStatement<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return work(db as Tx);
}
