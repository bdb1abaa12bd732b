import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function hasRechecks(db: Db): Promise<boolean> {
  const { rows } = await sql`select from policy_recheck limit 1`.execute(db);
  return rows.length > 0;
}

export interface RecheckedProject {
  readonly id: number;
  readonly components: number;
  /** The only policies to evaluate; null when it is all of them. */
  readonly policyIds: readonly number[] | null;
}

/** Projects to recheck, in the order of their numbers, after those with smaller ones. */
export async function listRechecks(db: Db, after: number, limit: number): Promise<RecheckedProject[]> {
  const { rows } = await sql<RecheckedProject>`
    select noted.id, (
      select count(*) from component where component.project_id = noted.id and component.removed_at is null
    ) as components, noted."policyIds"
    from (
      select project_id as id,
        case when bool_and(policy_id is not null) then array_agg(distinct policy_id) end as "policyIds"
      from policy_recheck where project_id > ${after}
      group by project_id order by project_id limit ${limit}
    ) noted order by noted.id`.execute(db);
  return rows;
}

export async function countRechecks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct project_id) as count from policy_recheck`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Answers which policies the projects were noted for: null stands for all of them. */
export async function deleteRechecks(
  tx: Tx,
  projectIds: readonly number[],
): Promise<{ readonly projectId: number; readonly policyId: number | null }[]> {
  const { rows } = await sql<{ projectId: number; policyId: number | null }>`
    delete from policy_recheck where project_id = any(${[...projectIds]}::bigint[])
    returning project_id as "projectId", policy_id as "policyId"`.execute(tx);
  return rows;
}

/** All policies of projects. */
export async function insertRechecks(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await sql`
    insert into policy_recheck (project_id) select unnest(${[...projectIds]}::bigint[])`.execute(tx);
}

export async function getPolicyGeneration(db: Db): Promise<number> {
  const row = await db.selectFrom('policy_generation').select('generation').executeTakeFirstOrThrow();
  return row.generation;
}

/** Until the transaction ends, no change of a policy is committed. */
export async function lockPolicyGeneration(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('policy_generation')
    .select('generation')
    .forShare()
    .executeTakeFirstOrThrow();
  return row.generation;
}

export async function advancePolicyGeneration(tx: Tx): Promise<void> {
  await sql`update policy_generation set generation = generation + 1`.execute(tx);
}
