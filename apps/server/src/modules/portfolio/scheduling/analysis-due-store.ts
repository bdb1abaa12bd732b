import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { isWaitingOrRunning } from '../../../platform/jobs/pgboss-store.ts';

export interface DueAnalysis {
  readonly projectUuid: string;
  readonly trigger: string;
  readonly importedAt: Date | null;
}

/** Keeps the trigger and the time of an import that is not analysed yet, so that its notifications are not lost. */
export async function upsertDueAnalysis(
  tx: Tx,
  { projectUuid, trigger, importedAt }: DueAnalysis,
): Promise<void> {
  await sql`
    insert into analysis_due (project_id, trigger, imported_at)
    select id, ${trigger}, ${importedAt} from project where uuid = ${projectUuid}
    on conflict (project_id) do update set
      trigger = case when excluded.imported_at is null then analysis_due.trigger else excluded.trigger end,
      imported_at = coalesce(excluded.imported_at, analysis_due.imported_at),
      since = now(), retry_after = null, failure = null`.execute(tx);
}

export async function deleteDueAnalyses(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`delete from analysis_due where project_id = any(${[...projectIds]}::bigint[])`.execute(tx);
}

/** The due analyses without a job, oldest first. */
export async function listDueWithoutJob(db: Db, now: Date, limit: number): Promise<DueAnalysis[]> {
  const key: RawBuilder<unknown> = sql`project.uuid::text`;
  const { rows } = await sql<DueAnalysis>`
    select project.uuid as "projectUuid", due.trigger, due.imported_at as "importedAt"
    from analysis_due due join project on project.id = due.project_id
    where (due.retry_after is null or due.retry_after <= ${now})
      and not ${isWaitingOrRunning('analyze-project', key)}
    order by due.since, due.project_id limit ${limit}`.execute(db);
  return rows;
}

export async function postponeDueAnalysis(
  tx: Tx,
  projectUuid: string,
  retryAfter: Date,
  failure: string,
): Promise<void> {
  await sql`
    update analysis_due set retry_after = ${retryAfter}, failure = ${failure}
    where project_id = (select id from project where uuid = ${projectUuid})`.execute(tx);
}
