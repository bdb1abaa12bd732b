import type { AffectedProject, VulnerableComponent } from '@tallyman/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import type { AffectedProjectsFilter, ProjectCounts } from '../../vulnerabilities/vulnerability-findings.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import { limitOffset } from './finding-list-store.ts';

const isShown = sql<SqlBool>`f.inactive_since is null and not exists (
  select from component gone where gone.id = f.component_id and gone.removed_at is not null)`;

const isNotSuppressed = sql<SqlBool>`not exists (
  select from finding_analysis hidden where hidden.component_id = f.component_id
    and hidden.vulnerability_id = f.vulnerability_id and hidden.is_suppressed)`;

function unlessSuppressed(withSuppressed: boolean): RawBuilder<SqlBool> {
  return withSuppressed ? sql<SqlBool>`true` : isNotSuppressed;
}

/** Counts the affected projects of vulnerabilities, without suppressed findings. */
export async function countProjects(
  db: Db,
  principal: Principal,
  vulnerabilityIds: readonly number[],
): Promise<ReadonlyMap<number, ProjectCounts>> {
  const { rows } = await sql<{ vulnerability_id: number; all: number; active: number }>`
    select affected.vulnerability_id, count(*) as all, count(*) filter (where p.inactive_since is null) as active
    from (
      select distinct f.vulnerability_id, f.project_id from finding f
      where f.vulnerability_id = any(${[...vulnerabilityIds]}::bigint[]) and ${isShown} and ${isNotSuppressed}
    ) affected join project p on p.id = affected.project_id
    where ${mayAccess(principal, 'p.id')}
    group by affected.vulnerability_id`.execute(db);
  return new Map(rows.map(({ vulnerability_id, all, active }) => [vulnerability_id, { all, active }]));
}

interface AffectedProjectRow {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly active: boolean;
  readonly has_graph: boolean;
  readonly component_uuids: string[];
}

const SORT_COLUMNS = { name: 'name', version: 'version', inactiveSince: 'inactive_since' } as const;

/** "Default name asc, version desc"; searchText on the name. */
export async function listProjects(
  db: Db,
  principal: Principal,
  vulnerabilityId: number,
  filter: AffectedProjectsFilter,
  page: Page,
): Promise<Paged<AffectedProject>> {
  const affected = affectedProjects(principal, vulnerabilityId, filter, page.search);
  const { rows } = await sql<AffectedProjectRow>`
    select p.uuid, p.name, p.version, p.inactive_since is null as active,
      exists (select from dependency d where d.project_id = p.id) as has_graph,
      array(select c.uuid::text from finding f join component c on c.id = f.component_id
        where f.vulnerability_id = ${vulnerabilityId} and f.project_id = p.id and ${isShown} and ${isNotSuppressed}
        order by c.name, c.version, c.id) as component_uuids
    from (select p.* ${affected} order by ${orderOf(page)} ${limitOffset(page)}) p
    order by ${orderOf(page)}`.execute(db);
  const total = await totalOf(page, rows.length, () => countAll(db, affected));
  return { rows: rows.map(presentAffectedProject), total };
}

function affectedProjects(
  principal: Principal,
  vulnerabilityId: number,
  { excludeInactive }: AffectedProjectsFilter,
  search: string | undefined,
): RawBuilder<unknown> {
  const named =
    search === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`p.name ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
  return sql`from project p where p.id in (
      select f.project_id from finding f
      where f.vulnerability_id = ${vulnerabilityId} and ${isShown} and ${isNotSuppressed})
    and ${mayAccess(principal, 'p.id')} and ${named}
    and ${excludeInactive ? sql<SqlBool>`p.inactive_since is null` : sql<SqlBool>`true`}`;
}

function orderOf(page: Page): RawBuilder<unknown> {
  const column = sortColumn(page, SORT_COLUMNS);
  const direction = sql.raw(page.descending ? 'desc' : 'asc');
  if (column === undefined) return sql`p.name, p.version desc nulls last, p.id`;
  return sql`${sql.ref(`p.${column}`)} ${direction} nulls last, p.name, p.version desc nulls last, p.id`;
}

async function countAll(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  return rows[0]?.total ?? 0;
}

function presentAffectedProject(row: AffectedProjectRow): AffectedProject {
  return {
    uuid: row.uuid,
    dependencyGraphAvailable: row.has_graph,
    name: row.name,
    version: row.version,
    active: row.active,
    affectedComponentUuids: row.component_uuids,
  };
}

/** Returns ids of vulnerabilities, ascending. */
export async function listOfComponent(
  db: Db,
  componentId: number,
  withSuppressed: boolean,
  page: Page,
): Promise<Paged<number>> {
  const part = `%${(page.search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const from = sql`from finding f join vulnerability v on v.id = f.vulnerability_id
    where f.component_id = ${componentId} and ${isShown} and ${unlessSuppressed(withSuppressed)}
      and v.vuln_id ilike ${part}`;
  const { rows } = await sql<{ id: number }>`
    select f.vulnerability_id as id ${from} order by f.vulnerability_id ${limitOffset(page)}`.execute(db);
  const total = await totalOf(page, rows.length, () => countAll(db, from));
  return { rows: rows.map(({ id }) => id), total };
}

interface AffectedComponentRow {
  readonly vulnerability_id: number;
  readonly uuid: string;
  readonly name: string;
  readonly group: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
}

export async function listOfProject(
  db: Db,
  projectId: number,
  withSuppressed: boolean,
): Promise<ReadonlyMap<number, readonly VulnerableComponent[]>> {
  const { rows } = await sql<AffectedComponentRow>`
    select f.vulnerability_id, c.uuid, c.name, c.group_name as group, c.version, c.purl, c.cpe
    from finding f join component c on c.id = f.component_id
    where f.project_id = ${projectId} and ${isShown} and ${unlessSuppressed(withSuppressed)}
    order by f.vulnerability_id, f.component_id`.execute(db);
  const byVulnerability = Map.groupBy(rows, (row) => row.vulnerability_id);
  return new Map(Array.from(byVulnerability, ([id, found]) => [id, found.map(presentComponent)]));
}

function presentComponent({
  uuid,
  name,
  group,
  version,
  purl,
  cpe,
}: AffectedComponentRow): VulnerableComponent {
  return { uuid, name, ...withoutNulls({ group, version, purl, cpe }) };
}

export async function hasFindings(db: Db, vulnerabilityId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from finding f where f.vulnerability_id = ${vulnerabilityId} and ${isShown} limit 1`.execute(db);
  return rows.length > 0;
}
