import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobReference } from './job-settings.ts';
import { SMALL_LANE, toPriority, toTurnNumber, type WaitingTurns } from './plan-turn.ts';

/** What waits beside a new job of a kind that takes turns. While nothing runs, the queue stands before its next job. */
export async function findWaitingTurns(
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

/** How many jobs wait in lanes. Counts no further than `most`. */
export async function countInLanes(
  db: Db,
  queue: string,
  lanes: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from pgboss.job
      where name = ${queue} and state < 'active' and not blocked and group_id = any(${lanes}::text[]) limit ${most}
    ) waiting`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The lane of a job, for those that continue it. */
export async function findLane(db: Db, { name, id }: JobReference): Promise<string | undefined> {
  const { rows } = await sql<{ lane: string | null }>`
    select group_id as lane from pgboss.job where name = ${name} and id = ${id}`.execute(db);
  return rows[0]?.lane ?? undefined;
}

/** Jobs that were enqueued before their kind took turns come first. */
export async function placeUnnumbered(db: Db, queues: readonly string[]): Promise<void> {
  await sql`
    update pgboss.job set priority = ${toPriority(0)}, group_id = ${SMALL_LANE}
    where name = any(${queues}::text[]) and state < 'active' and group_id is null`.execute(db);
}
