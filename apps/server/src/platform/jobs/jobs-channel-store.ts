import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The payload of a message is the name of a queue that has work. */
export const JOBS_CHANNEL = 'tallyman_jobs';

/** Wakes the nodes that run these kinds of jobs when the transaction commits. */
export async function notifyWorkers(db: Db, queues: readonly string[]): Promise<void> {
  await sql`select pg_notify(${JOBS_CHANNEL}, queue) from unnest(${queues}::text[]) as queue`.execute(db);
}
