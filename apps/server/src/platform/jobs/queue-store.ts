import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** SQL predicate: no node claims jobs of the queue. Part of the statement that claims, so that every node obeys at once. */
export function isPaused(queue: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from job_queue paused where paused.name = ${queue} and paused.is_paused)`;
}

/** Queues whose capacity was changed. */
export async function getCapacities(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('job_queue').select(['name', 'capacity']).execute();
  return new Map(rows.flatMap(({ name, capacity }) => (capacity === null ? [] : [[name, capacity]])));
}

export interface QueueChange {
  readonly isPaused: boolean | undefined;
  readonly capacity: number | undefined;
  readonly by: string;
}

/** Members that are undefined keep their value. */
export async function updateQueue(tx: Tx, name: string, change: QueueChange): Promise<void> {
  const paused = change.isPaused ?? null;
  const capacity = change.capacity ?? null;
  await sql`
    insert into job_queue as known (name, is_paused, capacity, updated_by)
    values (${name}, coalesce(${paused}::boolean, false), ${capacity}::integer, ${change.by})
    on conflict (name) do update set is_paused = coalesce(${paused}::boolean, known.is_paused),
      capacity = coalesce(excluded.capacity, known.capacity), updated_at = now(), updated_by = excluded.updated_by
  `.execute(tx);
}
