import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ProjectFinding } from '../findings/finding-key.ts';
import { findingKeyOf } from '../findings/finding-key-access.ts';

export interface FoundViolation {
  readonly componentId: number;
  readonly conditionId: number;
  readonly type: string;
}

export interface NewViolation extends FoundViolation {
  readonly uuid: string;
  readonly projectId: number;
}

/** The findings that policies evaluate: "active and unsuppressed only". */
export async function listEvaluatedFindings(
  db: Db,
  projectIds: readonly number[],
): Promise<ProjectFinding[]> {
  const { rows } = await sql<ProjectFinding>`
    select finding.project_id as "projectId", ${findingKeyOf('finding')}
    from finding
    left join finding_analysis on finding_analysis.component_id = finding.component_id
      and finding_analysis.vulnerability_id = finding.vulnerability_id
    where finding.project_id = any(${[...projectIds]}::bigint[]) and finding.inactive_since is null
      and finding_analysis.is_suppressed is not true`.execute(db);
  return rows;
}

/** Inserts violations, or reactivates ended ones. Returns only those that are new or reactivated. */
export async function insertViolations(
  tx: Tx,
  found: readonly NewViolation[],
  now: Date,
): Promise<NewViolation[]> {
  const { rows } = await sql<NewViolation>`
    insert into policy_violation (uuid, component_id, project_id, condition_id, type, occurred_at)
    select uuid, component_id, project_id, condition_id, type, ${now}
    from unnest(${found.map(({ uuid }) => uuid)}::uuid[], ${found.map(({ componentId }) => componentId)}::bigint[],
      ${found.map(({ projectId }) => projectId)}::bigint[],
      ${found.map(({ conditionId }) => conditionId)}::bigint[], ${found.map(({ type }) => type)}::text[])
      as found (uuid, component_id, project_id, condition_id, type)
    order by component_id, condition_id
    on conflict (component_id, condition_id) do update
      set inactive_since = null, occurred_at = excluded.occurred_at, type = excluded.type
      where policy_violation.inactive_since is not null
    returning uuid, component_id as "componentId", project_id as "projectId", condition_id as "conditionId",
      type`.execute(tx);
  return rows;
}

/** The policies that were evaluated in a project; null for all. */
export interface EvaluatedProject {
  readonly projectId: number;
  readonly policyIds: ReadonlySet<number> | null;
}

/** "Kept with history when they stop applying." Ends all violations of the evaluated policies except `kept`. */
export async function endViolations(
  tx: Tx,
  evaluated: readonly EvaluatedProject[],
  kept: readonly FoundViolation[],
  now: Date,
): Promise<void> {
  const scope = evaluated.flatMap(({ projectId, policyIds }) =>
    [...(policyIds ?? [null])].map((policyId) => ({ projectId, policyId })),
  );
  await sql`
    update policy_violation set inactive_since = ${now}
    where policy_violation.inactive_since is null
      and policy_violation.project_id = any(${evaluated.map(({ projectId }) => projectId)}::bigint[])
      and exists (
        select from unnest(${scope.map(({ projectId }) => projectId)}::bigint[],
          ${scope.map(({ policyId }) => policyId)}::bigint[]) as scope (project_id, policy_id)
        where scope.project_id = policy_violation.project_id and (scope.policy_id is null or scope.policy_id = (
          select policy_id from policy_condition where policy_condition.id = policy_violation.condition_id)))
      and not exists (
        select from unnest(${kept.map(({ componentId }) => componentId)}::bigint[],
          ${kept.map(({ conditionId }) => conditionId)}::bigint[]) as found (component_id, condition_id)
        where found.component_id = policy_violation.component_id
          and found.condition_id = policy_violation.condition_id)`.execute(tx);
}

interface NamedLicense {
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
}

export async function listNamedLicenses(db: Db, uuids: readonly string[]): Promise<NamedLicense[]> {
  const { rows } = await sql<NamedLicense>`
    select uuid, license_id as id, name from license where uuid = any(${[...uuids]}::uuid[])`.execute(db);
  return rows;
}

interface NamedGroup {
  readonly uuid: string;
  readonly members: readonly NamedLicense[];
}

export async function listNamedGroups(db: Db, uuids: readonly string[]): Promise<NamedGroup[]> {
  const { rows } = await sql<NamedGroup>`
    select uuid, (select coalesce(json_agg(json_build_object('uuid', license.uuid, 'id', license.license_id,
        'name', license.name)), '[]')
      from license_group_member join license on license.id = license_group_member.license_id
      where license_group_member.license_group_id = license_group.id) as members
    from license_group where uuid = any(${[...uuids]}::uuid[])`.execute(db);
  return rows;
}
