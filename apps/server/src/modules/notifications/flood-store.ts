import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { NotificationHead } from './subscription-store.ts';

export interface FloodOfProject {
  readonly id: string;
  readonly projectId: number;
  readonly count: number;
}

export async function insertFlood(
  tx: Tx,
  { group, level, scope }: NotificationHead,
  projects: readonly FloodOfProject[],
): Promise<void> {
  await sql`
    insert into notification_flood (id, group_name, level, scope, project_id, count)
    select id, ${group}, ${level}, ${scope}, project_id, count
    from unnest(
      ${projects.map(({ id }) => id)}::uuid[],
      ${projects.map(({ projectId }) => projectId)}::bigint[],
      ${projects.map(({ count }) => count)}::integer[]) as given (id, project_id, count)`.execute(tx);
}

/** Deletes by the time in the id. */
export async function deleteOldFloods(tx: Tx, oldest: string): Promise<void> {
  await sql`delete from notification_flood where id < ${oldest}`.execute(tx);
}
