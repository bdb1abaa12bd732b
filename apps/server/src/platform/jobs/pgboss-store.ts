import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { AttemptReference, JobReference } from './job-settings.ts';
import { SMALL_LANE, toPriority, toTurnNumber, type WaitingTurns } from './plan-turn.ts';
import type { FailedJob, QueueStats } from './queue-stats.ts';
import { isPaused } from './queue-store.ts';

/*
 * The statements that read or write tables of pg-boss are in this file, in `runs-store.ts` and in
 * `unfinished-job-access.ts`. ADR 0004 says which guarantees need them and why its public interface does not give these.
 * `pgboss-store.db.test.ts` fails when the library changes a column, a state or an index that a statement relies on.
 */

interface JobFailure {
  readonly name: string;
  readonly message: string;
}

const COMPLETED = sql`state = 'completed', completed_on = now(), output = null`;

/** Failed jobs are kept for inspection. */
const FAILED_KEPT_SECONDS = 30 * 86_400;

/** The unfinished job of a kind that runs alone. */
export async function findUnfinishedJob(db: Db, queue: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = ${queue} and state <= 'active' and policy = 'exclusive' limit 1
  `.execute(db);
  return rows[0]?.id;
}

/** A waiting job with this key and payload. It cannot start before the transaction ends, because `claimJobs` skips locked rows. */
export async function lockWaitingJob(
  tx: Tx,
  queue: string,
  key: string,
  payload: object,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job
    where name = ${queue} and policy = 'key_strict_fifo' and state = 'created' and not blocked
      and singleton_key = ${key} and data = ${JSON.stringify(payload)}::jsonb
    limit 1
    for update skip locked
  `.execute(tx);
  return rows[0]?.id;
}

/** Whether a job with this key and payload waits or runs. */
export async function hasUnfinishedJob(
  db: Db,
  queue: string,
  key: string,
  payload: object,
): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job
    where name = ${queue} and policy = 'key_strict_fifo' and state <= 'active'
      and singleton_key = ${key} and data = ${JSON.stringify(payload)}::jsonb
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** SQL predicate for other stores: a job with the key waits, runs or is about to be retried. */
export function isWaitingOrRunning(queue: string, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pgboss.job
    where job.name = ${queue} and job.singleton_key = ${key} and job.policy = 'key_strict_fifo'
      and job.state <= 'active')`;
}

export interface ClaimedJob extends AttemptReference {
  readonly payload: never;
}

/**
 * Claims up to `limit` jobs that may start now, none of a paused queue, by priority and then by age. Of each key only the first one, and none
 * while another of its key runs or waits to be retried. Two nodes that claim at the same moment are kept apart by row
 * locks, and ultimately by a unique index: then this throws a unique violation.
 *
 * `fetch` of pg-boss looks at every waiting job of a keyed queue: with 50,000 waiting it took 13 ms, this 1 ms.
 */
export async function claimJobs(
  db: Db,
  queue: string,
  limit: number,
  only: { readonly lowestPriority?: number; readonly isSmall?: boolean } = {},
): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with next as (
      select j.id from pgboss.job j
      where j.name = ${queue} and j.state < 'active' and not j.blocked and j.start_after <= now()
        and not ${isPaused(sql`${queue}`)} and j.priority >= ${only.lowestPriority ?? 0}
        and (${!only.isSmall} or starts_with(j.group_id, ${SMALL_LANE}))
        and (j.singleton_key is null or j.state = 'retry' or (
          j.singleton_key <> all (array(
            select b.singleton_key from pgboss.job b
            where b.name = ${queue} and b.policy = 'key_strict_fifo' and b.state in ('active', 'retry', 'failed')
          ))
          and not exists (
            select from pgboss.job e
            where e.name = j.name and e.singleton_key = j.singleton_key and e.policy = 'key_strict_fifo'
              and e.state = 'created' and not e.blocked and e.start_after <= now()
              and (e.created_on, e.id) < (j.created_on, j.id)
          )
        ))
      order by j.priority desc, j.created_on
      limit ${limit}
      for update of j skip locked
    )
    update pgboss.job j set
      state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = j.retry_count + (j.started_on is not null)::int
    from next
    where j.name = ${queue} and j.id = next.id
    returning j.name, j.id, j.data as payload, j.retry_count as attempt
  `.execute(db);
  return rows;
}

/**
 * Writes the heartbeat of the attempts and returns the ids of those that still belong to this node. Skips locked rows:
 * their own transaction is about to complete them, and waiting would delay the heartbeat of all others.
 */
export async function recordHeartbeat(db: Db, attempts: readonly AttemptReference[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with running as (
      select * from unnest(
        ${attempts.map((a) => a.name)}::text[], ${attempts.map((a) => a.id)}::uuid[], ${attempts.map((a) => a.attempt)}::int[]
      ) as running (name, id, attempt)
    ), unlocked as (
      select j.name, j.id
      from pgboss.job j join running r on j.name = r.name and j.id = r.id and j.retry_count = r.attempt
      where j.state = 'active'
      for update of j skip locked
    ), touched as (
      update pgboss.job j set heartbeat_on = now() from unlocked u where j.name = u.name and j.id = u.id
    )
    select j.id
    from pgboss.job j join running r on j.name = r.name and j.id = r.id and j.retry_count = r.attempt
    where j.state = 'active'
  `.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Attempts whose heartbeat is overdue. */
export async function listAbandoned(
  db: Db,
  queues: readonly string[],
  heartbeatSeconds: number,
): Promise<AttemptReference[]> {
  const { rows } = await sql<AttemptReference>`
    select name, id, retry_count as attempt from pgboss.job
    where name = any(${queues}::text[]) and state = 'active' and ${isOverdue(heartbeatSeconds)}
    order by created_on, id`.execute(db);
  return rows;
}

function isOverdue(heartbeatSeconds: number): RawBuilder<boolean> {
  return sql<boolean>`heartbeat_on < now() - make_interval(secs => ${heartbeatSeconds})`;
}

export interface LockedAttempt {
  readonly payload: never;
}

/** Returns undefined if the heartbeat arrived meanwhile, or if another node has locked the job. */
export async function lockAbandoned(
  tx: Tx,
  ref: AttemptReference,
  heartbeatSeconds: number,
): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<LockedAttempt>`
    select data as payload from pgboss.job
    where ${isAttempt(ref)} and ${isOverdue(heartbeatSeconds)}
    for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * Returns undefined if the attempt has ended, here or because another node recovered the job. Throws if a transaction of
 * the job has it locked: waiting would hold one of few connections.
 */
export async function lockAttempt(tx: Tx, ref: AttemptReference): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<LockedAttempt>`
    select data as payload from pgboss.job where ${isAttempt(ref)} for update nowait`.execute(tx);
  return rows[0];
}

function isAttempt({ name, id, attempt }: AttemptReference): RawBuilder<boolean> {
  return sql<boolean>`name = ${name} and id = ${id} and state = 'active' and retry_count = ${attempt}`;
}

/** Jobs that pg-boss itself failed because they took longer than it allows. Jobs that we fail release their key at once. */
export async function listFailedByBoss(
  db: Db,
  queues: readonly string[],
): Promise<(AttemptReference & LockedAttempt & { readonly reason: string })[]> {
  const { rows } = await sql<AttemptReference & LockedAttempt & { readonly reason: string }>`
    select name, id, retry_count as attempt, data as payload,
      coalesce(output ->> 'message', output #>> '{value,message}', 'The job took too long.') as reason
    from pgboss.job
    where name = any(${queues}::text[]) and state = 'failed' and policy <> 'standard'`.execute(db);
  return rows;
}

/** Lets the next job of the key start. Returns false if another node was faster. */
export async function releaseFailedKey(tx: Tx, { name, id }: JobReference): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set policy = 'standard', deletion_seconds = ${FAILED_KEPT_SECONDS}
    where name = ${name} and id = ${id} and state = 'failed' and policy <> 'standard'
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Returns false if the attempt has ended. Throws if a transaction of the job has it locked. */
export async function completeAttempt(db: Db, ref: AttemptReference): Promise<boolean> {
  const { rows } = await sql`
    with ours as (select name, id from pgboss.job where ${isAttempt(ref)} for update nowait)
    update pgboss.job j set ${COMPLETED} from ours o where j.name = o.name and j.id = o.id returning j.id
  `.execute(db);
  return rows.length === 1;
}

/** The same in the transaction of the job's effect. */
export async function completeAttemptInTransaction(tx: Tx, ref: AttemptReference): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set ${COMPLETED} where ${isAttempt(ref)} returning id`.execute(tx);
  return rows.length === 1;
}

/** The job waits for its next attempt. The limit of pg-boss is raised: `planAttemptEnd` decides when a job fails. */
export async function retryJob(
  tx: Tx,
  ref: AttemptReference,
  failure: JobFailure,
  delaySeconds: number,
): Promise<void> {
  await sql`
    update pgboss.job set state = 'retry', start_after = now() + make_interval(secs => ${delaySeconds}),
      heartbeat_on = null, retry_limit = greatest(retry_limit, retry_count + 1),
      output = ${JSON.stringify(failure)}::jsonb
    where ${isAttempt(ref)}`.execute(tx);
}

/** Fails the job. It releases its key, so that the jobs behind it can start. */
export async function failJob(tx: Tx, ref: AttemptReference, failure: JobFailure): Promise<void> {
  await sql`
    update pgboss.job set state = 'failed', completed_on = now(), policy = 'standard',
      deletion_seconds = ${FAILED_KEPT_SECONDS}, output = ${JSON.stringify(failure)}::jsonb
    where ${isAttempt(ref)}`.execute(tx);
}

/** The queues with a job that may start now, without paused ones. */
export async function listReadyQueues(db: Db, queues: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select q.name from unnest(${queues}::text[]) as q (name)
    where not ${isPaused(sql`q.name`)} and exists (
      select from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
    )
  `.execute(db);
  return rows.map((row) => row.name);
}

/** The state of a queue that decides the turn of a new job. While nothing runs, the current turn is that of the next job. */
export async function getWaitingTurns(
  db: Db,
  queue: string,
  key: string | undefined,
  lane: string,
): Promise<WaitingTurns> {
  const waits = sql`name = ${queue} and state < 'active' and not blocked`;
  const { rows } = await sql<{ current: number | null; last: number | null; keys: number }>`
    select coalesce(
        (select min(priority) from pgboss.job
          where name = ${queue} and state = 'active' and policy = 'key_strict_fifo' and group_id is not null),
        (select priority + coalesce(group_tier::int, 1) from pgboss.job
          where ${waits} order by priority desc limit 1)) as current,
      (select min(priority) from pgboss.job
        where ${waits} and policy = 'key_strict_fifo' and singleton_key = ${key ?? ''}) as last,
      (select count(distinct singleton_key) from pgboss.job
        where ${waits} and group_id = ${lane} and singleton_key is distinct from ${key ?? null}) as keys`.execute(
    db,
  );
  const { current = null, last = null, keys = 0 } = rows[0] ?? {};
  return {
    current: current === null ? 0 : Math.max(toTurnNumber(current), 0),
    lastOfKey: last === null ? null : toTurnNumber(last),
    keysInLane: Number(keys),
  };
}

/** How many jobs wait in the lanes. Stops counting at `max`. */
export async function countInLanes(
  db: Db,
  queue: string,
  lanes: readonly string[],
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from pgboss.job
      where name = ${queue} and state < 'active' and not blocked and group_id = any(${lanes}::text[]) limit ${max}
    ) waiting`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The lane of a job. Jobs that continue it share its lane. */
export async function findLane(db: Db, { name, id }: JobReference): Promise<string | undefined> {
  const { rows } = await sql<{ lane: string | null }>`
    select group_id as lane from pgboss.job where name = ${name} and id = ${id}`.execute(db);
  return rows[0]?.lane ?? undefined;
}

/** Jobs of a release in which their kind did not take turns come first. */
export async function assignMissingTurns(db: Db, queues: readonly string[]): Promise<void> {
  await sql`
    update pgboss.job set priority = ${toPriority(0)}, group_id = ${SMALL_LANE}
    where name = any(${queues}::text[]) and state < 'active' and group_id is null`.execute(db);
}

export async function listQueueStats(db: Db, queues: readonly string[]): Promise<QueueStats[]> {
  const { rows } = await sql<QueueStats>`
    select q.name as queue,
      count(*) filter (where j.state in ('created', 'retry')) as waiting,
      count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(j.start_after) filter (
        where j.state in ('created', 'retry') and j.start_after <= now()
      )), 0)::float8 as "oldestWaitingSeconds"
    from unnest(${queues}::text[]) as q (name) left join pgboss.job j on j.name = q.name
    group by q.name order by q.name
  `.execute(db);
  return rows;
}

/** Failed jobs, latest first. */
export async function listFailedJobs(db: Db, queues: readonly string[], limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select name, id, retry_count + 1 as attempts, completed_on as "failedAt",
      coalesce(output ->> 'message', output #>> '{value,message}', '') as error
    from pgboss.job
    where name = any(${queues}::text[]) and state = 'failed'
    order by completed_on desc, id limit ${limit}
  `.execute(db);
  return rows;
}

/** SQL predicate for other stores: any job of the token waits or runs. False for an unknown token. */
export function isWorkedOn(token: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from work_token t join pgboss.job j on j.name = t.queue and j.id = t.job_id
    where t.token = ${token} and j.state <= 'active')`;
}

/** Whether a job of the token has failed, and none of its kind was enqueued for the token since. */
export async function hasFailed(db: Db, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select distinct on (t.queue) j.state
      from work_token t join pgboss.job j on j.name = t.queue and j.id = t.job_id
      where t.token = ${token} order by t.queue, j.created_on desc, j.id desc
    ) latest where latest.state = 'failed' limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes tokens older than the given days, unless their work is unfinished. */
export async function deleteOldTokens(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from work_token t
    where t.created_at < now() - make_interval(days => ${days}) and not exists (
      select from pgboss.job j where j.name = t.queue and j.id = t.job_id and j.state <= 'active'
    )
  `.execute(tx);
}
