import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JobReference } from './job-settings.ts';
import { SMALL_LANE } from './plan-turn.ts';

/**
 * One run of a job. The number rises with every run, and every statement that ends a run names it: a node that
 * was thought dead cannot touch what its successor does.
 */
export interface AttemptReference extends JobReference {
  readonly attempt: number;
}

interface JobFailure {
  readonly name: string;
  readonly message: string;
}

/** A queue's name is said here when there is something to do in it. */
export const JOBS_CHANNEL = 'tallyman_jobs';

const COMPLETED = sql`state = 'completed', completed_on = now(), output = null`;

/** Failed jobs stay to be looked at. */
const FAILED_KEPT_SECONDS = 30 * 86_400;

/** Wakes the nodes that run these kinds of jobs, when the transaction commits. */
export async function notifyWorkers(db: Db, queues: readonly string[]): Promise<void> {
  await sql`select pg_notify(${JOBS_CHANNEL}, queue) from unnest(${queues}::text[]) as queue`.execute(db);
}

/** The job of a kind that runs alone: the one that waits or runs. */
export async function findUnfinishedJob(db: Db, queue: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = ${queue} and state <= 'active' and policy = 'exclusive' limit 1
  `.execute(db);
  return rows[0]?.id;
}

/**
 * A job of a key that waits and is told the same. It cannot start before the transaction ends: whoever takes jobs leaves
 * locked ones alone.
 */
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

/** Whether a job of a key waits or runs that is told the same. */
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

/** For queries of others: whether a job with the key waits, runs or is about to be retried. */
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
 * Takes up to `limit` jobs that may start now, the most urgent and then the oldest first. Of each key only the
 * first one, and none while another of its key runs or waits to be retried; two nodes that ask at the same
 * moment are kept apart by the locks, and in the last resort by a unique index.
 *
 * The fetch of pg-boss asks the same, but looks at every waiting job of a keyed queue each time: with 50,000
 * waiting that took 13 ms, this 1 ms.
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
        and j.priority >= ${only.lowestPriority ?? 0}
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
 * Gives a sign of life for the attempts and answers which of them still belong to this node. A job whose row is
 * locked is about to be completed by its own transaction: it is left alone, and waiting for it would hold up
 * the signs of life of all others.
 */
export async function confirmAttempts(db: Db, attempts: readonly AttemptReference[]): Promise<Set<string>> {
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

/** The attempts of nodes that gave no sign of life. */
export async function listAbandoned(
  db: Db,
  queues: readonly string[],
  heartbeatSeconds: number,
): Promise<AttemptReference[]> {
  const { rows } = await sql<AttemptReference>`
    select name, id, retry_count as attempt from pgboss.job
    where name = any(${queues}::text[]) and state = 'active' and ${isSilent(heartbeatSeconds)}
    order by created_on, id`.execute(db);
  return rows;
}

function isSilent(heartbeatSeconds: number): RawBuilder<boolean> {
  return sql<boolean>`heartbeat_on < now() - make_interval(secs => ${heartbeatSeconds})`;
}

export interface LockedAttempt {
  readonly payload: never;
}

/** Undefined when its node has shown a sign of life since, or when somebody else deals with it. */
export async function lockAbandoned(
  tx: Tx,
  ref: AttemptReference,
  heartbeatSeconds: number,
): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<LockedAttempt>`
    select data as payload from pgboss.job
    where ${isAttempt(ref)} and ${isSilent(heartbeatSeconds)}
    for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * Undefined when the attempt is over already, here or because another node took the job over. Throws instead of waiting
 * when a transaction of the job still has it locked: waiting would keep one of few connections.
 */
export async function lockAttempt(tx: Tx, ref: AttemptReference): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<LockedAttempt>`
    select data as payload from pgboss.job where ${isAttempt(ref)} for update nowait`.execute(tx);
  return rows[0];
}

function isAttempt({ name, id, attempt }: AttemptReference): RawBuilder<boolean> {
  return sql<boolean>`name = ${name} and id = ${id} and state = 'active' and retry_count = ${attempt}`;
}

/** Jobs that pg-boss itself gave up, because they took longer than it allows. Ours leave their key as they fail. */
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

/** A failed job would hold back its key for ever. False when another node was faster. */
export async function releaseFailedKey(tx: Tx, { name, id }: JobReference): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set policy = 'standard', deletion_seconds = ${FAILED_KEPT_SECONDS}
    where name = ${name} and id = ${id} and state = 'failed' and policy <> 'standard'
    returning id`.execute(tx);
  return rows.length === 1;
}

/** False when the attempt is over already. Throws when a transaction of the job has it locked. */
export async function completeAttempt(db: Db, ref: AttemptReference): Promise<boolean> {
  const { rows } = await sql`
    with ours as (select name, id from pgboss.job where ${isAttempt(ref)} for update nowait)
    update pgboss.job j set ${COMPLETED} from ours o where j.name = o.name and j.id = o.id returning j.id
  `.execute(db);
  return rows.length === 1;
}

/** Together with what the transaction writes. */
export async function completeAttemptInTransaction(tx: Tx, ref: AttemptReference): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set ${COMPLETED} where ${isAttempt(ref)} returning id`.execute(tx);
  return rows.length === 1;
}

/** The job waits for its next attempt. pg-boss must not give it up on its own: who does is decided by our rule. */
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

/** The end of a job that is not tried again. It leaves its key, so that the jobs behind it go on. */
export async function failJob(tx: Tx, ref: AttemptReference, failure: JobFailure): Promise<void> {
  await sql`
    update pgboss.job set state = 'failed', completed_on = now(), policy = 'standard',
      deletion_seconds = ${FAILED_KEPT_SECONDS}, output = ${JSON.stringify(failure)}::jsonb
    where ${isAttempt(ref)}`.execute(tx);
}

/** The queues in which a job waits that may start now. */
export async function listReadyQueues(db: Db, queues: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select q.name from unnest(${queues}::text[]) as q (name)
    where exists (
      select from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
    )
  `.execute(db);
  return rows.map((row) => row.name);
}
