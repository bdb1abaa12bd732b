import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function hasRechecks(db: Db): Promise<boolean> {
  const { rows } = await sql`select from policy_recheck limit 1`.execute(db);
  return rows.length > 0;
}

export async function listRechecks(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct project_id as id from policy_recheck order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteRechecks(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`delete from policy_recheck where project_id = any(${[...projectIds]}::bigint[])`.execute(tx);
}
