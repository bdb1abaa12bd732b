import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JobReference } from './job-settings.ts';

export interface JobProgress {
  readonly done: number;
  readonly total?: number;
  readonly phase?: string;
}

export interface WorkProgress extends JobProgress {
  /** Epoch milliseconds. */
  readonly updated: number;
}

/** Sub-expression: the project that the payload of job `j` names; nothing if it names none. */
const projectOf = sql`(j.data ->> 'projectUuid')::uuid`;

export async function recordToken(
  tx: Tx,
  token: string,
  queue: string,
  jobIds: readonly string[],
): Promise<void> {
  await sql`
    insert into work_token (token, queue, job_id, project_uuid)
    select ${token}, j.name, j.id, ${projectOf} from pgboss.job j
    where j.name = ${queue} and j.id = any(${jobIds}::uuid[])
    on conflict do nothing
  `.execute(tx);
}

/** The jobs belong to every token of the job that they continue. */
export async function recordInheritedTokens(
  tx: Tx,
  continued: JobReference,
  queue: string,
  jobIds: readonly string[],
): Promise<void> {
  await sql`
    insert into work_token (token, queue, job_id, project_uuid)
    select t.token, j.name, j.id, ${projectOf} from work_token t, pgboss.job j
    where t.queue = ${continued.name} and t.job_id = ${continued.id}
      and j.name = ${queue} and j.id = any(${jobIds}::uuid[])
    on conflict do nothing
  `.execute(tx);
}

/** True while any job of a token waits or runs. False for a token that nobody has given out. */
export function isWorkedOn(token: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from work_token t join pgboss.job j on j.name = t.queue and j.id = t.job_id
    where t.token = ${token} and j.state in ('created', 'retry', 'active'))`;
}

/** Whether a job of the token was given up, unless another one has been enqueued for it since. */
export async function hasFailed(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select distinct on (t.queue) j.state
      from work_token t join pgboss.job j on j.name = t.queue and j.id = t.job_id
      where t.token = ${token} order by t.queue, j.created_on desc, j.id desc
    ) latest where latest.state = 'failed' limit 1`.execute(db);
  return rows.length > 0;
}

export async function isProcessing(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql<{ processing: boolean }>`
    select ${isWorkedOn(sql`${token}`)} as processing`.execute(db);
  return rows[0]?.processing ?? false;
}

/** What a job of the token has said last about how far it is. */
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

/** Outside any transaction of the job, or nobody would see it before the job is done. */
export async function writeProgress(db: Db, jobId: string, progress: JobProgress): Promise<void> {
  await sql`
    insert into work_progress (job_id, done, total, phase)
    values (${jobId}, ${progress.done}, ${progress.total ?? null}, ${progress.phase ?? null})
    on conflict (job_id) do update
    set done = excluded.done, total = excluded.total, phase = excluded.phase, updated_at = now()
  `.execute(db);
}

/** The tokens, older than the given days, of work that is done. */
export async function deleteOldTokens(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from work_token t
    where t.created_at < now() - make_interval(days => ${days}) and not exists (
      select from pgboss.job j
      where j.name = t.queue and j.id = t.job_id and j.state in ('created', 'retry', 'active')
    )
  `.execute(tx);
}

/** The progress, older than the given days, of which no token tells any more. */
export async function deleteOldProgress(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from work_progress p
    where p.updated_at < now() - make_interval(days => ${days})
      and not exists (select from work_token t where t.job_id = p.job_id)
  `.execute(tx);
}
