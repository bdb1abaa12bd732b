import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { type JobHistory, NO_HISTORY, type ProgressMark } from './plan-attempt-end.ts';

export async function getHistory(db: Db, jobId: string): Promise<JobHistory> {
  const row = await db
    .selectFrom('job_history')
    .select(['errors', 'node_deaths as nodeDeaths', 'database_failures as databaseFailures', 'phase', 'done'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row ?? NO_HISTORY;
}

export async function recordHistory(tx: Tx, jobId: string, history: JobHistory): Promise<void> {
  const { errors, nodeDeaths, databaseFailures, phase, done } = history;
  await sql`
    insert into job_history (job_id, errors, node_deaths, database_failures, phase, done)
    values (${jobId}, ${errors}, ${nodeDeaths}, ${databaseFailures}, ${phase}, ${done})
    on conflict (job_id) do update set errors = excluded.errors, node_deaths = excluded.node_deaths,
      database_failures = excluded.database_failures, phase = excluded.phase, done = excluded.done,
      updated_at = now()`.execute(tx);
}

/** The latest progress of the job. */
export async function getProgressMark(db: Db, jobId: string): Promise<ProgressMark> {
  const row = await db
    .selectFrom('work_progress')
    .select(['phase', 'done'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row ?? { phase: null, done: null };
}

/** Deletes what was recorded of attempts and retries before the given days. */
export async function deleteOldHistory(tx: Tx, days: number): Promise<void> {
  const isOld = (column: string) => sql`${sql.ref(column)} < now() - make_interval(days => ${days})`;
  await sql`delete from job_history where ${isOld('updated_at')}`.execute(tx);
  await sql`delete from job_attempt where ${isOld('ended_at')}`.execute(tx);
  await sql`delete from job_retry where ${isOld('requested_at')}`.execute(tx);
}
