import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function listPolicyNames(db: Db): Promise<{ uuid: string; name: string }[]> {
  return db.selectFrom('policy').select(['uuid', 'name']).execute();
}

export interface MigratedPolicy {
  readonly uuid: string;
  readonly name: string;
  readonly operator: string;
  readonly violationState: string;
  readonly includeChildren: boolean;
  readonly onlyLatestProjectVersion: boolean;
  readonly conditions: readonly {
    readonly uuid: string;
    readonly subject: string;
    readonly operator: string;
    readonly value: string;
    readonly violationType: string | null;
  }[];
  readonly projectIds: readonly number[];
  readonly tagIds: readonly number[];
}

/** Inserts policies with their conditions, tags and projects. Conditions keep their order. */
export async function insertMigratedPolicies(tx: Tx, policies: readonly MigratedPolicy[]): Promise<void> {
  const given = sql`rows from (jsonb_to_recordset(${JSON.stringify(policies)}::jsonb) as (uuid uuid, name text,
    operator text, "violationState" text, "includeChildren" boolean, "onlyLatestProjectVersion" boolean,
    conditions jsonb, "projectIds" jsonb, "tagIds" jsonb)) with ordinality as given (uuid, name, operator,
    "violationState", "includeChildren", "onlyLatestProjectVersion", conditions, "projectIds", "tagIds", position)`;
  await sql`
    insert into policy (uuid, name, operator, violation_state, include_children, only_latest_project_version)
    select uuid, name, operator, "violationState", "includeChildren", "onlyLatestProjectVersion"
    from ${given} order by position`.execute(tx);
  await sql`
    insert into policy_condition (uuid, policy_id, subject, operator, value, violation_type)
    select (one->>'uuid')::uuid, policy.id, one->>'subject', one->>'operator', one->>'value', one->>'violationType'
    from ${given} join policy on policy.uuid = given.uuid
    cross join jsonb_array_elements(given.conditions) with ordinality as condition (one, place)
    order by given.position, condition.place`.execute(tx);
  await sql`
    insert into policy_project (policy_id, project_id)
    select policy.id, project_id::bigint from ${given} join policy on policy.uuid = given.uuid
    cross join jsonb_array_elements_text(given."projectIds") as limited (project_id)`.execute(tx);
  await sql`
    insert into policy_tag (policy_id, tag_id)
    select policy.id, tag_id::bigint from ${given} join policy on policy.uuid = given.uuid
    cross join jsonb_array_elements_text(given."tagIds") as limited (tag_id)`.execute(tx);
}
