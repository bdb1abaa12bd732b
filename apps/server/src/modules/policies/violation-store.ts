import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface FoundViolation {
  readonly componentId: number;
  readonly conditionId: number;
  readonly type: string;
}

export interface NewViolation extends FoundViolation {
  readonly uuid: string;
}

/** The vulnerabilities that count for components of a project: "active and unsuppressed only". */
export async function listCountingFindings(
  db: Db,
  projectId: number,
): Promise<{ componentId: number; vulnerabilityId: number }[]> {
  const { rows } = await sql<{ componentId: number; vulnerabilityId: number }>`
    select finding.component_id as "componentId", finding.vulnerability_id as "vulnerabilityId"
    from finding
    left join finding_analysis on finding_analysis.component_id = finding.component_id
      and finding_analysis.vulnerability_id = finding.vulnerability_id
    where finding.project_id = ${projectId} and finding.inactive_since is null
      and finding_analysis.is_suppressed is not true`.execute(db);
  return rows;
}

/** Puts new violations there and brings back those that had stopped; answers these alone. */
export async function insertViolations(
  tx: Tx,
  projectId: number,
  found: readonly NewViolation[],
  now: Date,
): Promise<NewViolation[]> {
  const { rows } = await sql<NewViolation>`
    insert into policy_violation (uuid, component_id, project_id, condition_id, type, occurred_at)
    select uuid, component_id, ${projectId}::bigint, condition_id, type, ${now}
    from unnest(${found.map(({ uuid }) => uuid)}::uuid[], ${found.map(({ componentId }) => componentId)}::bigint[],
      ${found.map(({ conditionId }) => conditionId)}::bigint[], ${found.map(({ type }) => type)}::text[])
      as found (uuid, component_id, condition_id, type)
    order by component_id, condition_id
    on conflict (component_id, condition_id) do update
      set inactive_since = null, occurred_at = excluded.occurred_at, type = excluded.type
      where policy_violation.inactive_since is not null
    returning uuid, component_id as "componentId", condition_id as "conditionId", type`.execute(tx);
  return rows;
}

/** "Kept with history when they stop applying." `kept`: those that go on, as far as is known. */
export async function endViolations(
  tx: Tx,
  projectId: number,
  scope: {
    readonly kept: readonly FoundViolation[];
    readonly policyUuid: string | undefined;
  },
  now: Date,
): Promise<void> {
  await sql`
    update policy_violation set inactive_since = ${now}
    from policy_condition join policy on policy.id = policy_condition.policy_id
    where policy_violation.project_id = ${projectId} and policy_violation.inactive_since is null
      and policy_condition.id = policy_violation.condition_id
      and (${scope.policyUuid ?? null}::uuid is null or policy.uuid = ${scope.policyUuid ?? null}::uuid)
      and not exists (
        select from unnest(${scope.kept.map(({ componentId }) => componentId)}::bigint[],
          ${scope.kept.map(({ conditionId }) => conditionId)}::bigint[]) as found (component_id, condition_id)
        where found.component_id = policy_violation.component_id
          and found.condition_id = policy_violation.condition_id)`.execute(tx);
}

export async function listNamedLicenses(db: Db, uuids: readonly string[]) {
  const { rows } = await sql<{ uuid: string; id: string; name: string }>`
    select uuid, license_id as id, name from license where uuid = any(${[...uuids]}::uuid[])`.execute(db);
  return rows;
}

export async function listNamedGroups(db: Db, uuids: readonly string[]) {
  const { rows } = await sql<{ uuid: string; members: { uuid: string; id: string; name: string }[] }>`
    select uuid, (select coalesce(json_agg(json_build_object('uuid', license.uuid, 'id', license.license_id,
        'name', license.name)), '[]')
      from license_group_member join license on license.id = license_group_member.license_id
      where license_group_member.license_group_id = license_group.id) as members
    from license_group where uuid = any(${[...uuids]}::uuid[])`.execute(db);
  return rows;
}
