import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JobReference } from './job-settings.ts';
import { isWorkedOn } from './pgboss-store.ts';

export interface JobProgress {
  readonly done: number;
  readonly total?: number;
  readonly phase?: string;
}

export interface WorkProgress extends JobProgress {
  /** Epoch milliseconds. */
  readonly updated: number;
}

/** Jobs of one kind, and the project of each if its payload names one. */
interface TokenJobs {
  readonly queue: string;
  readonly ids: readonly string[];
  readonly projectUuids: readonly (string | null)[];
}

export async function recordToken(tx: Tx, token: string, jobs: TokenJobs): Promise<void> {
  await sql`
    insert into work_token (token, queue, job_id, project_uuid)
    select ${token}, ${jobs.queue}, j.id, j.project_uuid
    from unnest(${jobs.ids}::uuid[], ${jobs.projectUuids}::uuid[]) as j (id, project_uuid)
    on conflict do nothing
  `.execute(tx);
}

/** The jobs get every token of the job that they continue. */
export async function recordInheritedTokens(tx: Tx, continued: JobReference, jobs: TokenJobs): Promise<void> {
  await sql`
    insert into work_token (token, queue, job_id, project_uuid)
    select t.token, ${jobs.queue}, j.id, j.project_uuid
    from work_token t, unnest(${jobs.ids}::uuid[], ${jobs.projectUuids}::uuid[]) as j (id, project_uuid)
    where t.queue = ${continued.name} and t.job_id = ${continued.id}
    on conflict do nothing
  `.execute(tx);
}

export async function isProcessing(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql<{ processing: boolean }>`
    select ${isWorkedOn(sql`${token}`)} as processing`.execute(db);
  return rows[0]?.processing ?? false;
}

/** The latest progress of any job of the token. */
export async function findProgress(db: Db, token: string): Promise<WorkProgress | undefined> {
  const { rows } = await sql<{ done: number; total: number | null; phase: string | null; updated: Date }>`
    select p.done, p.total, p.phase, p.updated_at as updated
    from work_token t join work_progress p on p.job_id = t.job_id
    where t.token = ${token}
    order by p.updated_at desc limit 1
  `.execute(db);
  if (!rows[0]) return undefined;
  const { done, total, phase, updated } = rows[0];
  return {
    done,
    ...(total === null ? {} : { total }),
    ...(phase === null ? {} : { phase }),
    updated: updated.getTime(),
  };
}

/** Call it outside any transaction of the job: otherwise the progress is not visible before the job ends. */
export async function writeProgress(db: Db, jobId: string, progress: JobProgress): Promise<void> {
  await sql`
    insert into work_progress (job_id, done, total, phase)
    values (${jobId}, ${progress.done}, ${progress.total ?? null}, ${progress.phase ?? null})
    on conflict (job_id) do update
    set done = excluded.done, total = excluded.total, phase = excluded.phase, updated_at = now()
  `.execute(db);
}

/** Deletes progress older than the given days that no token refers to. */
export async function deleteOldProgress(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from work_progress p
    where p.updated_at < now() - make_interval(days => ${days})
      and not exists (select from work_token t where t.job_id = p.job_id)
  `.execute(tx);
}
