import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { appliesTo } from './policy-store.ts';

/** Null for all policies. */
export async function insertPolicyChange(tx: Tx, policyUuid: string | null): Promise<void> {
  await sql`insert into policy_change (policy_uuid) values (${policyUuid})`.execute(tx);
}

export async function hasPolicyChanges(db: Db): Promise<boolean> {
  const { rows } = await sql`select from policy_change limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Turns changed policies into rechecks: of the projects that a policy applies to, and of those in which it is violated.
 * Changes that are not committed yet stay for the next call.
 */
export async function expandPolicyChanges(tx: Tx): Promise<void> {
  await sql`
    with taken as (delete from policy_change returning policy_uuid),
    changed as (
      select policy.id from policy
      where policy.uuid in (select policy_uuid from taken) or exists (select from taken where policy_uuid is null)
    ), violated as (
      select distinct policy_violation.project_id, policy_condition.policy_id
      from policy_violation join policy_condition on policy_condition.id = policy_violation.condition_id
      where policy_violation.inactive_since is null and policy_condition.policy_id in (select id from changed)
    )
    insert into policy_recheck (project_id, policy_id)
    select project.id, policy.id from project join policy on ${appliesTo(sql.ref('project.id'))}
    where policy.id in (select id from changed)
    union
    select project_id, policy_id from violated`.execute(tx);
}
