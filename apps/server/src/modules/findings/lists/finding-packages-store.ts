import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Position } from '../../../platform/http/page-token.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { FindingFilter, PackageIdentity } from './finding-filter.ts';
import { earliestAttribution, effective, fixOf, newestCvss } from './finding-list-parts-store.ts';
import { findingsWhere } from './finding-list-store.ts';

/** Components with equal values are one group. */
const SAME_PACKAGE = sql`c.purl_coordinates, case when c.purl_coordinates is null then c.group_name end,
  case when c.purl_coordinates is null then c.name end, c.version`;

export function findPackageIdentity(db: Db, uuid: string): Promise<PackageIdentity | undefined> {
  return db
    .selectFrom('component')
    .select(['purl_coordinates', 'group_name', 'name', 'version'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
}

export interface PackageGroupRow extends PackageIdentity {
  /** Of a component that represents the group. */
  readonly id: number;
  readonly uuid: string;
  readonly purl: string | null;
  readonly rank: number;
  readonly findings: number;
  readonly undecided: number;
  readonly cvss: number | null;
  readonly projects: number;
  readonly value: number;
  /** Of all groups. */
  readonly total: number;
}

/** The most severe groups first, or those with the most findings. */
export type PackageOrder = 'severity' | 'findings';

/**
 * Lists up to `limit` groups after a position. Aggregates findings by component first, so that each component is joined
 * once and not once for each finding.
 */
export async function listPackageGroups(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  order: PackageOrder,
  page: { readonly after: Position | undefined; readonly limit: number },
): Promise<PackageGroupRow[]> {
  const value = order === 'severity' ? sql`rank * 10000000000 - findings` : sql`- findings`;
  const { rows } = await sql<PackageGroupRow>`
    with counted as materialized (
      select f.component_id, f.project_id, min(${rankOf}) as rank, count(*) as findings,
        count(*) filter (where coalesce(a.state, 'NOT_SET') = 'NOT_SET') as undecided,
        max(${newestCvss}) as cvss
      ${findingsWhere(principal, filter, { on: ['vulnerability', 'analysis'] })}
      group by f.component_id, f.project_id
    ), grouped as (
      select min(counted.component_id) as id, min(counted.rank)::bigint as rank,
        sum(counted.findings)::bigint as findings, sum(counted.undecided)::bigint as undecided,
        max(counted.cvss)::float8 as cvss, count(distinct counted.project_id) as projects
      from counted join component c on c.id = counted.component_id
      group by ${SAME_PACKAGE}
    ), valued as (
      select grouped.*, (${value})::bigint as value, count(*) over () as total from grouped
    )
    select valued.*, c.uuid, c.purl, c.purl_coordinates, c.group_name, c.name, c.version
    from valued join component c on c.id = valued.id
    where ${isAfter(page.after)}
    order by valued.value, valued.id limit ${page.limit}`.execute(db);
  return rows;
}

const rankOf = sql`array_position(
  array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], ${effective.severity})`;

function isAfter(after: Position | undefined): RawBuilder<SqlBool> {
  return after
    ? sql<SqlBool>`(valued.value, valued.id) > (${after.value}::bigint, ${after.id}::bigint)`
    : sql<SqlBool>`true`;
}

export interface PackageFix {
  /** Of the component that represents the group. */
  readonly id: number;
  readonly version: string;
}

/** Returns the fixed versions of all findings of groups. */
export async function listPackageFixes(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  ids: readonly number[],
): Promise<PackageFix[]> {
  const found = findingsWhere(principal, filter, {
    on: ['attribution'],
    conditions: [{ on: [], is: sql<SqlBool>`f.component_id in (select member.component_id from member)` }],
  });
  const { rows } = await sql<PackageFix>`
    with shown as materialized (
      select * from component where id = any(${[...ids]}::bigint[])
    ), member as materialized (
      select shown.id, c.id as component_id from shown join component c
        on c.purl_coordinates = shown.purl_coordinates and c.version is not distinct from shown.version
          and c.removed_at is null
      union all
      select shown.id, c.id from shown join component c on c.purl_coordinates is null and c.name = shown.name
        and c.group_name is not distinct from shown.group_name and c.version is not distinct from shown.version
        and c.removed_at is null
      where shown.purl_coordinates is null
    )
    select distinct member.id, fixed.version
    from (select f.component_id, ${fixOf} as version ${found}) fixed
    join member on member.component_id = fixed.component_id
    where fixed.version is not null`.execute(db);
  return rows;
}

export interface FindingTotalsRow {
  readonly findings: number;
  readonly vulnerabilities: number;
  readonly components: number;
  readonly upgrades: number;
  readonly without_fix: number;
}

/** Counts the first `max` findings, and their groups. */
export async function loadTotals(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  max: number,
): Promise<FindingTotalsRow | undefined> {
  const { rows } = await sql<FindingTotalsRow>`
    with f as materialized (
      select f.component_id, f.vulnerability_id ${findingsWhere(principal, filter)} limit ${max}
    ), fixed as (
      select f.component_id, f.vulnerability_id, ${fixOf} is not null as has_fix
      from f left join ${earliestAttribution('f')} at on true
    ), package as (
      select bool_or(fixed.has_fix) as has_fix, count(*) as findings,
        count(*) filter (where not fixed.has_fix) as without_fix
      from fixed join component c on c.id = fixed.component_id
      group by ${SAME_PACKAGE}
    ), vulnerabilities as (
      select count(distinct coalesce(alias.group_id, -v.id)) as count
      from (select distinct vulnerability_id from f) found join vulnerability v on v.id = found.vulnerability_id
      left join vulnerability_alias alias on alias.vuln_id = v.vuln_id and alias.source = v.source
    )
    select coalesce(sum(package.findings), 0)::bigint as findings, (select count from vulnerabilities) as vulnerabilities,
      count(*) as components, count(*) filter (where package.has_fix) as upgrades,
      coalesce(sum(package.without_fix), 0)::bigint as without_fix
    from package`.execute(db);
  return rows[0];
}
