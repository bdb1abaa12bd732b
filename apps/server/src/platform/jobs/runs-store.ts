import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { AttemptReference } from './job-settings.ts';

/*
 * Jobs as administrators see them: statements on tables of pg-boss that read runs and queues. See `pgboss-store.ts`.
 */

export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

export interface RunRow {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly priority: number;
  readonly key: string | null;
  readonly attempt: number;
  readonly created_on: Date;
  readonly started_on: Date | null;
  readonly completed_on: Date | null;
  readonly heartbeat_on: Date | null;
  /** Of a failed run. */
  readonly error: string | null;
  readonly parent_id: string | null;
  readonly project_uuid: string | null;
  readonly trigger: string | null;
  readonly source: string | null;
  readonly bom_token: string | null;
  readonly vex_token: string | null;
  /** The value of the column by which the list is sorted, as text. */
  readonly sorted_by: string;
}

export type RunColumn = 'id' | 'created_at' | 'completed_at';
type TokenKind = 'import-bom' | 'import-vex';

/** Absent members do not restrict the list. */
export interface RunFilter {
  /** The names of queues; jobs of others are not listed. */
  readonly queues: readonly string[];
  readonly states?: readonly JobState[] | undefined;
  readonly projectUuid?: string | undefined;
  readonly trigger?: string | undefined;
  readonly source?: string | undefined;
  readonly tokens?: readonly { readonly kind: TokenKind; readonly token: string }[];
  readonly createdSince?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly completedSince?: Date | undefined;
  readonly completedBefore?: Date | undefined;
}

interface RunPage {
  readonly column: RunColumn;
  readonly descending: boolean;
  readonly after: { readonly value: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** Unfinished runs are sorted as if they ended in the future. In microseconds it is an exact number of JavaScript. */
const UNFINISHED = sql`timestamptz '2200-01-01 00:00:00Z'`;

const SORTED: Readonly<Record<RunColumn, RawBuilder<unknown>>> = {
  id: sql`timestamptz 'epoch'`,
  created_at: sql`j.created_on`,
  completed_at: sql`coalesce(j.completed_on, ${UNFINISHED})`,
};

export async function listRuns(db: Db, filter: RunFilter, page: RunPage): Promise<RunRow[]> {
  const sorted = SORTED[page.column];
  const direction = page.descending ? sql`desc` : sql`asc`;
  return selectRuns(
    db,
    sql`select j.*, ${toMicros(sorted)} as sorted_by from pgboss.job j
      where ${toConditions(filter)} ${toPosition(sorted, page)}
      order by ${sorted} ${direction}, j.id ${direction} limit ${page.limit}`,
    sql`order by j.sorted_by::bigint ${direction}, j.id ${direction}`,
  );
}

/** Stops counting at `max`. */
export async function countRuns(db: Db, filter: RunFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from pgboss.job j where ${toConditions(filter)} limit ${max}) runs`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

export async function findRunById(
  db: Db,
  queues: readonly string[],
  id: string,
): Promise<RunRow | undefined> {
  const [run] = await selectRuns(
    db,
    sql`select j.*, '' as sorted_by from pgboss.job j where j.name = any(${queues}::text[]) and j.id = ${id}`,
  );
  return run;
}

/** Of a kind that runs alone: the run that waits or runs. */
export async function findUnfinishedRun(db: Db, queue: string): Promise<RunRow | undefined> {
  const [run] = await selectRuns(
    db,
    sql`select j.*, '' as sorted_by from pgboss.job j where j.name = ${queue} and j.state <= 'active' limit 1`,
  );
  return run;
}

/** Payloads may contain anything, so that only known members are read. Tokens are read for the selected rows only. */
async function selectRuns(
  db: Db,
  jobs: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select j.id, j.name, j.state::text as state, j.priority, j.singleton_key as key, j.retry_count as attempt,
      j.created_on, j.started_on, j.completed_on, j.heartbeat_on, j.sorted_by,
      case when j.state = 'failed'
        then coalesce(j.output ->> 'message', j.output #>> '{value,message}', '') end as error,
      (select retry.job_id from job_retry retry where retry.retry_id = j.id
        order by retry.requested_at limit 1) as parent_id,
      j.data ->> 'projectUuid' as project_uuid, j.data ->> 'trigger' as trigger, j.data ->> 'source' as source,
      ${tokenOf('import-bom')} as bom_token, ${tokenOf('import-vex')} as vex_token
    from (${jobs}) j ${order}`.execute(db);
  return rows;
}

/** The token of the upload that the job works for, also if it continues the import. */
function tokenOf(kind: TokenKind): RawBuilder<unknown> {
  return sql`(
    select own.token from work_token own join work_token upload
      on upload.token = own.token and upload.queue = ${sql.lit(kind)}
    where own.job_id = j.id and own.queue = j.name order by own.created_at limit 1)`;
}

function hasToken({ kind, token }: { readonly kind: TokenKind; readonly token: string }) {
  return sql<boolean>`exists (
    select from work_token own join work_token upload
      on upload.token = own.token and upload.queue = ${sql.lit(kind)}
    where own.job_id = j.id and own.queue = j.name and own.token::text = ${token})`;
}

function toConditions(filter: RunFilter): RawBuilder<unknown> {
  const { states, projectUuid, trigger, source, tokens = [] } = filter;
  const { createdSince, createdBefore, completedSince, completedBefore } = filter;
  const conditions = [
    sql`j.name = any(${filter.queues}::text[])`,
    states && sql`j.state::text = any(${states}::text[])`,
    projectUuid !== undefined && sql`j.data ->> 'projectUuid' = ${projectUuid}`,
    trigger !== undefined && sql`j.data ->> 'trigger' = ${trigger}`,
    source !== undefined && sql`j.data ->> 'source' = ${source}`,
    createdSince && sql`j.created_on >= ${createdSince}`,
    createdBefore && sql`j.created_on < ${createdBefore}`,
    completedSince && sql`j.completed_on >= ${completedSince}`,
    completedBefore && sql`j.completed_on < ${completedBefore}`,
    ...tokens.map(hasToken),
  ].filter((condition) => typeof condition === 'object');
  return sql.join(conditions, sql` and `);
}

const toMicros = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000000)::bigint::text`;

/** Adding microseconds to the epoch is exact, unlike a number of seconds. */
function toPosition(sorted: RawBuilder<unknown>, { after, descending }: RunPage): RawBuilder<unknown> {
  if (!after) return sql``;
  const time = sql`timestamptz 'epoch' + ${after.value}::bigint * interval '1 microsecond'`;
  return sql`and (${sorted}, j.id) ${descending ? sql`<` : sql`>`} (${time}, ${after.id}::uuid)`;
}

export interface FailedRun {
  readonly name: string;
  readonly state: JobState;
  readonly payload: object;
  /** The name of the error. */
  readonly error: string | null;
}

/** Locks the job until the transaction ends. */
export async function lockRun(tx: Tx, queues: readonly string[], id: string): Promise<FailedRun | undefined> {
  const { rows } = await sql<FailedRun>`
    select j.name, j.state::text as state, j.data as payload, j.output ->> 'name' as error from pgboss.job j
    where j.name = any(${queues}::text[]) and j.id = ${id} for update`.execute(tx);
  return rows[0];
}

interface EndedAttempt {
  readonly isError: boolean;
  readonly reason: string;
  readonly retryDelaySeconds: number | null;
}

/** Call it before the state of the job changes. */
export async function recordAttempt(tx: Tx, ref: AttemptReference, ended: EndedAttempt): Promise<void> {
  await sql`
    insert into job_attempt (job_id, attempt, started_at, is_error, reason, retry_delay_seconds)
    select j.id, j.retry_count, coalesce(j.started_on, now()), ${ended.isError}, ${ended.reason},
      ${ended.retryDelaySeconds}::float8
    from pgboss.job j where j.name = ${ref.name} and j.id = ${ref.id} and j.retry_count = ${ref.attempt}
    on conflict do nothing`.execute(tx);
}

export interface QueueRow {
  readonly name: string;
  readonly is_paused: boolean;
  /** Null if it was not changed. */
  readonly capacity: number | null;
  readonly depth: number;
  readonly created_on: Date;
  readonly updated_at: Date | null;
}

/** Queues in the order of their names. The depth is the number of jobs that wait for their first or next attempt. */
export async function listQueues(
  db: Db,
  queues: readonly string[],
  after: string,
  limit: number,
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.name, coalesce(changed.is_paused, false) as is_paused, changed.capacity, q.created_on, changed.updated_at,
      (select count(*) from pgboss.job j where j.name = q.name and j.state < 'active') as depth
    from (
      select queue.name collate "C" as name, queue.created_on from pgboss.queue
      where queue.name = any(${queues}::text[]) and queue.name collate "C" > ${after}
      order by queue.name collate "C" limit ${limit}) q
    left join job_queue changed on changed.name = q.name
    order by q.name`.execute(db);
  return rows;
}
