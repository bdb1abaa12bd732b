import type { NewPolicyCondition } from '@tallyman/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';
import type { DescribedPolicyRow, PolicyRow } from './policy.ts';

const policyColumns = sql`
  policy.id, policy.uuid, policy.name, policy.operator, policy.violation_state as "violationState",
  policy.include_children as "includeChildren",
  policy.only_latest_project_version as "onlyLatestProjectVersion",
  (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'subject', subject, 'operator', operator,
      'value', value, 'violationType', violation_type, 'evaluationError', evaluation_error) order by id), '[]')
    from policy_condition where policy_condition.policy_id = policy.id) as conditions`;

/** Lists only those projects of a policy that the caller may see. */
function described(principal: Principal): RawBuilder<unknown> {
  return sql`${policyColumns},
    (select coalesce(json_agg(json_build_object('uuid', project.uuid, 'name', project.name,
        'version', project.version) order by project.name, project.version), '[]')
      from policy_project join project on project.id = policy_project.project_id
      where policy_project.policy_id = policy.id and ${mayAccess(principal, 'project.id')}) as projects,
    array(select tag.name from policy_tag join tag on tag.id = policy_tag.tag_id
      where policy_tag.policy_id = policy.id order by tag.name) as tags,
    not exists (select from policy_project where policy_project.policy_id = policy.id)
      and not exists (select from policy_tag where policy_tag.policy_id = policy.id) as "isGlobal"`;
}

const SORTED_BY = { name: 'name', operator: 'operator', violationState: 'violation_state' } as const;

export async function listPolicies(
  db: Db,
  principal: Principal,
  page: Page,
): Promise<Paged<DescribedPolicyRow>> {
  const sort = sql.ref(`policy.${sortColumn(page, SORTED_BY) ?? 'name'}`);
  const direction = page.descending ? sql`desc` : sql`asc`;
  const found =
    page.search === undefined ? sql`true` : sql`strpos(lower(policy.name), lower(${page.search})) > 0`;
  const { rows } = await sql<DescribedPolicyRow>`
    select ${described(principal)} from policy where ${found}
    order by ${sort} ${direction}, policy.name offset ${page.offset} limit ${page.limit}`.execute(db);
  const count = async () => {
    const counted = await sql<{ total: number }>`select count(*) as total from policy where ${found}`.execute(
      db,
    );
    return Number(counted.rows[0]?.total ?? 0);
  };
  return { rows, total: await totalOf(page, rows.length, count) };
}

export async function findPolicy(
  db: Db,
  principal: Principal,
  uuid: string,
): Promise<DescribedPolicyRow | undefined> {
  const { rows } = await sql<DescribedPolicyRow>`
    select ${described(principal)} from policy where uuid = ${uuid}`.execute(db);
  return rows[0];
}

/** Locks the policy until the transaction ends. */
export async function lockPolicy(tx: Tx, uuid: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from policy where uuid = ${uuid} for update`.execute(
    tx,
  );
  return rows[0]?.id;
}

export interface PolicyColumns {
  readonly name: string;
  readonly operator: string;
  readonly violation_state: string;
  readonly include_children: boolean;
  readonly only_latest_project_version: boolean;
}

export async function insertPolicy(tx: Tx, uuid: string, columns: PolicyColumns): Promise<void> {
  await tx
    .insertInto('policy')
    .values({ uuid, ...columns })
    .execute();
}

export async function updatePolicy(tx: Tx, id: number, columns: Partial<PolicyColumns>): Promise<void> {
  await tx.updateTable('policy').set(columns).where('id', '=', id).execute();
}

export async function deletePolicy(tx: Tx, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('policy').where('uuid', '=', uuid).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

type ConditionColumns = Required<Pick<NewPolicyCondition, 'subject' | 'value'>> & {
  readonly operator: string;
  readonly violation_type: string | null;
};

export async function insertCondition(
  tx: Tx,
  policyId: number,
  uuid: string,
  columns: ConditionColumns,
): Promise<void> {
  await tx
    .insertInto('policy_condition')
    .values({ uuid, policy_id: policyId, ...columns })
    .execute();
}

export interface LockedCondition {
  readonly id: number;
  readonly policyUuid: string;
  readonly violationType: string | null;
}

/** Locks the condition and its policy until the transaction ends. */
export async function lockCondition(tx: Tx, uuid: string): Promise<LockedCondition | undefined> {
  const { rows } = await sql<LockedCondition>`
    select policy_condition.id, policy.uuid as "policyUuid", violation_type as "violationType"
    from policy_condition join policy on policy.id = policy_condition.policy_id
    where policy_condition.uuid = ${uuid} for update`.execute(tx);
  return rows[0];
}

export async function updateCondition(tx: Tx, id: number, columns: ConditionColumns): Promise<void> {
  await tx
    .updateTable('policy_condition')
    .set({ ...columns, evaluation_error: null, evaluation_error_project: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteCondition(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('policy_condition').where('id', '=', id).execute();
}

export async function addProject(tx: Tx, policyId: number, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into policy_project (policy_id, project_id) values (${policyId}, ${projectId})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function removeProject(tx: Tx, policyId: number, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from policy_project where policy_id = ${policyId} and project_id = ${projectId} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Returns the UUIDs of the policies that did not have the tag. */
export async function tagPolicies(tx: Tx, tagId: number, uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    with added as (
      insert into policy_tag (policy_id, tag_id)
      select id, ${tagId}::bigint from policy where uuid = any(${[...uuids]}::uuid[]) order by id
      on conflict do nothing returning policy_id
    )
    select uuid from policy join added on added.policy_id = policy.id`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

export async function untagPolicies(tx: Tx, tagId: number, uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    delete from policy_tag using policy
    where policy_tag.tag_id = ${tagId} and policy.id = policy_tag.policy_id
      and policy.uuid = any(${[...uuids]}::uuid[])
    returning policy.uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

export async function listPoliciesOfTag(
  db: Db,
  name: string,
  page: Page,
): Promise<Paged<{ uuid: string; name: string }>> {
  sortColumn(page, { name: 'name' });
  const found = sql`
    from policy join policy_tag on policy_tag.policy_id = policy.id join tag on tag.id = policy_tag.tag_id
    where tag.name = ${name}
      and ${page.search === undefined ? sql`true` : sql`strpos(lower(policy.name), lower(${page.search})) > 0`}`;
  const { rows } = await sql<{ uuid: string; name: string }>`
    select policy.uuid, policy.name ${found} order by policy.name ${page.descending ? sql`desc` : sql`asc`}
    offset ${page.offset} limit ${page.limit}`.execute(db);
  const count = async () => {
    const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
    return Number(counted.rows[0]?.total ?? 0);
  };
  return { rows, total: await totalOf(page, rows.length, count) };
}

export async function findTagsOfPolicy(db: Db, uuid: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ tags: string[] }>`
    select array(select tag.name from policy_tag join tag on tag.id = policy_tag.tag_id
      where policy_tag.policy_id = policy.id order by tag.name) as tags
    from policy where uuid = ${uuid}`.execute(db);
  return rows[0]?.tags;
}

/** The policies that apply to each of the projects, see `appliesTo`. */
export async function listApplicable(
  db: Db,
  projectIds: readonly number[],
): Promise<{ readonly projectId: number; readonly policyId: number }[]> {
  const { rows } = await sql<{ projectId: number; policyId: number }>`
    select project.id as "projectId", policy.id as "policyId"
    from project join policy on ${appliesTo(sql.ref('project.id'))}
    where project.id = any(${[...projectIds]}::bigint[])
    order by policy.id`.execute(db);
  return rows;
}

export async function listPoliciesById(db: Db, ids: readonly number[]): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    select ${policyColumns} from policy where policy.id = any(${[...ids]}::bigint[]) order by policy.id`.execute(
    db,
  );
  return rows;
}

/**
 * Whether the policy in the row `policy` applies to a project: it is global, or names the project, an ancestor of it
 * (with `includeChildren`) or one of its tags. With `onlyLatestProjectVersion` the project must also be the latest.
 */
export function appliesTo(projectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    (not policy.only_latest_project_version or exists (
      select from project latest where latest.id = ${projectId} and latest.is_latest))
    and (
      (not exists (select from policy_project any_project where any_project.policy_id = policy.id)
        and not exists (select from policy_tag any_tag where any_tag.policy_id = policy.id))
      or exists (
        select from policy_project
        join project_ancestry on project_ancestry.ancestor_id = policy_project.project_id
        where policy_project.policy_id = policy.id and project_ancestry.descendant_id = ${projectId}
          and (project_ancestry.depth = 0 or policy.include_children))
      or exists (
        select from policy_tag join project_tag on project_tag.tag_id = policy_tag.tag_id
        where policy_tag.policy_id = policy.id and project_tag.project_id = ${projectId})))`;
}

export async function hasPolicies(db: Db): Promise<boolean> {
  const { rows } = await sql`select from policy limit 1`.execute(db);
  return rows.length > 0;
}
