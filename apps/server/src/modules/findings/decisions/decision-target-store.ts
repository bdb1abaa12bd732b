import type { AnalysisState, FindingFilter, Source } from '@tallyman/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import { toCpeSpellings } from '../../portfolio/identifiers/cpe-name.ts';
import type { FindingKey, ProjectFinding } from '../finding-key.ts';
import { findingKeyOf, findingKeys } from '../finding-key-access.ts';

/** Selects the active findings of projects that the principal may access. */
function selectTargets(
  principal: Principal,
  joined: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
) {
  return sql<ProjectFinding>`
    select ${findingKeyOf('f')}, f.project_id as "projectId"
    from finding f
    join component c on c.id = f.component_id and c.removed_at is null
    join project p on p.id = f.project_id
    join vulnerability v on v.id = f.vulnerability_id
    ${joined}
    where ${sql.join([sql`f.inactive_since is null`, mayAccess(principal, 'p.id'), ...conditions], sql` and `)}
    order by f.component_id, f.vulnerability_id
    limit ${limit}`;
}

export interface NamedFinding {
  readonly component: string;
  readonly vulnerability: string;
}

/** Returns each finding once, even if it is named repeatedly. */
export async function listNamedTargets(
  db: Db,
  principal: Principal,
  named: readonly NamedFinding[],
): Promise<ProjectFinding[]> {
  const requested = sql`join (select distinct * from unnest(
    ${named.map((finding) => finding.component)}::uuid[],
    ${named.map((finding) => finding.vulnerability)}::uuid[]) as pair (component, vulnerability)) named
    on named.component = c.uuid and named.vulnerability = v.uuid`;
  const { rows } = await selectTargets(principal, requested, [], named.length).execute(db);
  return rows;
}

interface RequestedVulnerability {
  readonly vulnId: string;
  readonly source: Source | undefined;
}

export interface TargetFilter
  extends Pick<FindingFilter, 'projects' | 'projectName' | 'states' | 'severities' | 'suppressed'> {
  readonly vulnerabilities: readonly RequestedVulnerability[] | undefined;
  readonly component: RequestedComponent | undefined;
}

export interface RequestedComponent {
  /** The whole canonical package URL, or its coordinates, or the package of any version. */
  readonly purl?:
    | { readonly purl: string }
    | { readonly coordinates: string }
    | { readonly package: string }
    | undefined;
  readonly cpe?: string | undefined;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

export async function listFilteredTargets(
  db: Db,
  principal: Principal,
  filter: TargetFilter,
  limit: number,
): Promise<ProjectFinding[]> {
  const decision = sql`left join finding_analysis a
    on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id`;
  const { rows } = await selectTargets(principal, decision, conditionsOf(filter), limit).execute(db);
  return rows;
}

function conditionsOf({ component = {}, ...filter }: TargetFilter): RawBuilder<SqlBool>[] {
  const { vulnerabilities, projects, projectName, states, severities, suppressed } = filter;
  return [
    vulnerabilities && isOneOf(vulnerabilities),
    component.purl && hasPurl(component.purl),
    component.cpe !== undefined &&
      sql<SqlBool>`lower(c.cpe) = any(${toCpeSpellings(component.cpe.toLowerCase())}::text[])`,
    component.group !== undefined && sql<SqlBool>`c.group_name = ${component.group}`,
    component.name !== undefined && sql<SqlBool>`c.name = ${component.name}`,
    component.version !== undefined && sql<SqlBool>`c.version = ${component.version}`,
    projects && sql<SqlBool>`p.uuid = any(${projects}::uuid[])`,
    projectName !== undefined && sql<SqlBool>`p.name = ${projectName}`,
    states && sql<SqlBool>`coalesce(a.state, 'NOT_SET') = any(${states}::text[])`,
    severities && sql<SqlBool>`coalesce(a.severity, v.severity) = any(${severities}::text[])`,
    suppressed !== undefined && sql<SqlBool>`coalesce(a.is_suppressed, false) = ${suppressed}`,
  ].filter((condition) => typeof condition === 'object');
}

function isOneOf(vulnerabilities: readonly RequestedVulnerability[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`f.vulnerability_id in (
    select known.id from unnest(
      ${vulnerabilities.map(({ vulnId }) => vulnId)}::text[],
      ${vulnerabilities.map(({ source }) => source ?? null)}::text[]) as requested (vuln_id, source)
    join vulnerability known
      on known.vuln_id = requested.vuln_id and (requested.source is null or known.source = requested.source))`;
}

function hasPurl(requested: NonNullable<RequestedComponent['purl']>): RawBuilder<SqlBool> {
  if ('purl' in requested) return sql<SqlBool>`c.purl = ${requested.purl}`;
  if ('coordinates' in requested) return sql<SqlBool>`c.purl_coordinates = ${requested.coordinates}`;
  // A range of the index on the coordinates, which is ordered by bytes: "A" follows "@".
  const { package: name } = requested;
  return sql<SqlBool>`(c.purl_coordinates = ${name}
    or c.purl_coordinates ~>=~ ${`${name}@`} and c.purl_coordinates ~<~ ${`${name}A`})`;
}

export interface StateCount {
  readonly state: AnalysisState;
  readonly count: number;
}

/** Counts findings by their present state, the most frequent first. */
export async function countTargetStates(db: Db, findings: readonly FindingKey[]): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select coalesce(a.state, 'NOT_SET') as state, count(*) as count
    from ${findingKeys(findings)} left join finding_analysis a using (component_id, vulnerability_id)
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export interface DescribedTarget extends FindingKey {
  readonly project: { readonly uuid: string; readonly name: string; readonly version: string | null };
  readonly component: {
    readonly uuid: string;
    readonly group: string | null;
    readonly name: string;
    readonly version: string | null;
    readonly purl: string | null;
  };
  readonly vulnerability: { readonly uuid: string; readonly source: string; readonly vulnId: string };
}

/** Returns project, component and vulnerability of findings, in lock order. */
export async function listDescribedTargets(
  db: Db,
  findings: readonly FindingKey[],
): Promise<DescribedTarget[]> {
  const { rows } = await sql<DescribedTarget>`
    select ${findingKeyOf('f')},
      json_build_object('uuid', p.uuid, 'name', p.name, 'version', p.version) as project,
      json_build_object('uuid', c.uuid, 'group', c.group_name, 'name', c.name, 'version', c.version,
        'purl', c.purl) as component,
      json_build_object('uuid', v.uuid, 'source', v.source, 'vulnId', v.vuln_id) as vulnerability
    from ${findingKeys(findings)}
    join finding f using (component_id, vulnerability_id)
    join component c on c.id = f.component_id
    join project p on p.id = f.project_id
    join vulnerability v on v.id = f.vulnerability_id
    order by f.component_id, f.vulnerability_id`.execute(db);
  return rows;
}
