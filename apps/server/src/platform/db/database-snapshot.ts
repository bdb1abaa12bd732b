import { sql } from 'kysely';
import { shareRuns } from '../share-runs.ts';
import type { Db } from './database.ts';

export interface DatabaseSnapshot {
  /** Names the transactions whose effects are visible: equal ids mean equal data. */
  readonly id: string;
  /** When it was asked for, of `performance.now()`. */
  readonly askedAt: number;
}

const readers = new WeakMap<Db, (since?: number) => Promise<DatabaseSnapshot>>();

/**
 * The snapshot of the database at some moment between `since` (of `performance.now()`, by default now) and the
 * answer. Requests that come together share one look at it.
 */
export function getDatabaseSnapshot(db: Db, since?: number): Promise<DatabaseSnapshot> {
  const known = readers.get(db);
  if (known) return known(since);
  const reader = shareRuns(() => readSnapshot(db));
  readers.set(db, reader);
  return reader(since);
}

/** Transaction numbers of one server, told from those of another that took over by the time it started. */
async function readSnapshot(db: Db): Promise<DatabaseSnapshot> {
  const askedAt = performance.now();
  const { rows } = await sql<{ id: string }>`
    select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as id`.execute(db);
  return { id: rows[0]?.id ?? '', askedAt };
}
