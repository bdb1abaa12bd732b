import { sql } from 'kysely';
import { shareRuns } from '../share-runs.ts';
import type { Db } from './database.ts';

export interface DatabaseSnapshot {
  /** Identifies the visible transactions: equal ids mean equal data. */
  readonly id: string;
  /** When it was requested (`performance.now()`). */
  readonly askedAt: number;
}

const readers = new WeakMap<Db, (since?: number) => Promise<DatabaseSnapshot>>();

/**
 * The snapshot of the database at some time between `since` (`performance.now()`, by default now) and the answer.
 * Concurrent callers share one query.
 */
export function getDatabaseSnapshot(db: Db, since?: number): Promise<DatabaseSnapshot> {
  const known = readers.get(db);
  if (known) return known(since);
  const reader = shareRuns(() => readSnapshot(db));
  readers.set(db, reader);
  return reader(since);
}

/** Transaction numbers of a server, with its start time: after a failover another server counts from elsewhere. */
async function readSnapshot(db: Db): Promise<DatabaseSnapshot> {
  const askedAt = performance.now();
  const { rows } = await sql<{ id: string }>`
    select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as id`.execute(db);
  return { id: rows[0]?.id ?? '', askedAt };
}
