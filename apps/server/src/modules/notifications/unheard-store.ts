import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** As much of notifications as alerts look at without opening them. */
export interface UnheardHead {
  readonly group: string;
  readonly level: string;
  readonly scope: string;
}

/** Whether any alert asks for such notifications, whatever projects it is limited to. */
export async function isAnyAlertAsking(tx: Tx, { group, level, scope }: UnheardHead): Promise<boolean> {
  const { rows } = await sql<{ asking: boolean }>`
    select exists (
      select from alert where is_enabled and trigger_type = 'EVENT' and scope = ${scope} and ${group} = any(groups)
        and array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], level)
          <= array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], ${level})
    ) as asking`.execute(tx);
  return rows[0]?.asking === true;
}

export interface UnheardOfProject {
  readonly id: string;
  readonly projectId: number;
  readonly count: number;
}

export async function insertUnheard(
  tx: Tx,
  { group, level, scope }: UnheardHead,
  projects: readonly UnheardOfProject[],
): Promise<void> {
  await sql`
    insert into notification_unheard (id, group_name, level, scope, project_uuid, count)
    select unheard.id, ${group}, ${level}, ${scope}, project.uuid, unheard.count
    from unnest(
      ${projects.map(({ id }) => id)}::uuid[],
      ${projects.map(({ projectId }) => projectId)}::bigint[],
      ${projects.map(({ count }) => count)}::integer[]) as unheard (id, project_id, count)
    join project on project.id = unheard.project_id`.execute(tx);
}

export async function deleteOldUnheard(tx: Tx, oldest: string): Promise<void> {
  await sql`delete from notification_unheard where id < ${oldest}`.execute(tx);
}
