import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** What has to be evaluated in a project: one policy, or all policies of both kinds for null. */
export interface Recheck {
  readonly projectId: number;
  readonly policyId: number | null;
}

export async function hasRechecks(db: Db): Promise<boolean> {
  const { rows } = await sql`select from policy_recheck limit 1`.execute(db);
  return rows.length > 0;
}

/** Projects with rechecks, by id, after the given one. */
export async function listRecheckedProjects(
  db: Db,
  after: number,
  limit: number,
): Promise<{ readonly id: number; readonly components: number }[]> {
  const { rows } = await sql<{ id: number; components: number }>`
    select noted.id, (
      select count(*) from component where component.project_id = noted.id and component.removed_at is null
    ) as components
    from (
      select distinct project_id as id from policy_recheck where project_id > ${after}
      order by project_id limit ${limit}
    ) noted order by noted.id`.execute(db);
  return rows;
}

export async function countRecheckedProjects(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct project_id) as count from policy_recheck`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function deleteRechecks(tx: Tx, projectIds: readonly number[]): Promise<Recheck[]> {
  const { rows } = await sql<Recheck>`
    delete from policy_recheck where project_id = any(${[...projectIds]}::bigint[])
    returning project_id as "projectId", policy_id as "policyId"`.execute(tx);
  return rows;
}

/** All policies of the projects. */
export async function insertRechecks(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`
    insert into policy_recheck (project_id) select unnest(${[...projectIds]}::bigint[])`.execute(tx);
}
