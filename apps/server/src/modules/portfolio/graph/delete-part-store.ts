import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** Deletes a component or service with its edges. Nested ones move up to its parent. */
export async function deletePart(
  tx: Tx,
  table: 'component' | 'service',
  projectId: number,
  id: number,
): Promise<void> {
  await sql`
    with edges as (
      delete from dependency
      where project_id = ${projectId} and (source_id = ${id} or target_id = ${id})
    ), children as (
      update ${sql.table(table)} child set parent_id = gone.parent_id
      from ${sql.table(table)} gone
      where gone.id = ${id} and child.project_id = ${projectId} and child.parent_id = gone.id
    )
    delete from ${sql.table(table)} where id = ${id}`.execute(tx);
}
