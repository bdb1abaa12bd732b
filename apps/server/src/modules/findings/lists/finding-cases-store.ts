import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Position } from '../../../platform/http/page-token.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { namesOf } from '../../vulnerabilities/aliases/alias-access.ts';
import type { FindingFilter } from './finding-filter.ts';
import { type GroupFilter, within } from './finding-groups-store.ts';
import { severityRank } from './finding-list-parts-store.ts';
import { findingsWhere, limitOffset } from './finding-list-store.ts';

/** Cases are sorted by columns of their members, or by counts. */
export interface CaseOrder {
  readonly by: RawBuilder<unknown>;
  readonly kind: 'severity' | 'members' | 'counts';
}

const bySeverity: CaseOrder = { by: severityRank('known.severity'), kind: 'severity' };

export const caseOrders: Readonly<Record<string, CaseOrder>> = {
  severity: bySeverity,
  vulnId: { by: sql`c.vuln_id`, kind: 'members' },
  published: { by: sql`c.published_at`, kind: 'members' },
  affectedProjectCount: { by: sql`g.projects`, kind: 'counts' },
  affectedComponentCount: { by: sql`g.components`, kind: 'counts' },
  findingCount: { by: sql`g.findings`, kind: 'counts' },
};

/** A case is named after its NVD member, else GITHUB, else another. */
const BY_PREFERRED_NAME = sql`array_position(array['NVD', 'GITHUB'], v.source), v.source, v.vuln_id`;

/** Returns the ids of the members of each case. The first member names the case. */
export async function listCaseMembers(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  page: Page,
  order: CaseOrder = bySeverity,
): Promise<number[][]> {
  const direction = sql.raw(page.descending ? 'desc' : 'asc');
  if (order.kind === 'severity' && filter.projects === undefined) {
    const { rows } = await sql<{ id: number }>`
      select known.id ${worstMembers(principal, filter)}
      order by ${order.by} ${direction}, known.id ${direction} ${limitOffset(page)}`.execute(db);
    return listMembers(
      db,
      principal,
      filter,
      rows.map(({ id }) => id),
    );
  }
  const by = order.kind === 'severity' ? sql`c.rank` : order.by;
  const { rows } = await sql<{ ids: string[] }>`
    ${allCases(principal, filter, order.kind === 'counts')}
    order by ${by} ${direction} nulls last, c.case_id ${limitOffset(page)}`.execute(db);
  // The database driver parses a bigint as a number, but not the elements of an array.
  return rows.map(({ ids }) => ids.map(Number));
}

/**
 * Each case is represented by its most severe member that has findings, so that the index of vulnerabilities by severity
 * is read only until the page is full. `offset 0` makes the planner check for findings before it looks for a more
 * severe member.
 */
function worstMembers(principal: Principal, filter: GroupFilter): RawBuilder<unknown> {
  return sql`from vulnerability known where ${hasFindings(principal, filter, 'known.id')} and not exists (
    select from vulnerability_alias mine
    join vulnerability_alias other on other.group_id = mine.group_id
    join vulnerability worse on worse.vuln_id = other.vuln_id and worse.source = other.source
    where mine.vuln_id = known.vuln_id and mine.source = known.source
      and (${severityRank('worse.severity')}, worse.id) < (${severityRank('known.severity')}, known.id)
      and ${hasFindings(principal, filter, 'worse.id')} offset 0)`;
}

function hasFindings(principal: Principal, filter: GroupFilter, id: string): RawBuilder<SqlBool> {
  const is = sql<SqlBool>`f.vulnerability_id = ${sql.ref(id)}`;
  return sql<SqlBool>`exists (select ${findingsWhere(principal, filter, { conditions: [{ on: [], is }] })})`;
}

export interface CasePosition {
  /** Of the most severe member. */
  readonly id: number;
  readonly rank: number;
}

/** Lists up to `limit` cases after a position, the most severe first. */
export async function listCasesAfter(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  page: { readonly after: Position | undefined; readonly limit: number },
): Promise<(CasePosition & { readonly members: readonly number[] })[]> {
  const rank = severityRank('known.severity');
  const isAfter = page.after
    ? sql<SqlBool>`and (${rank}, known.id) > (${page.after.value}::integer, ${page.after.id}::bigint)`
    : sql``;
  const { rows } = await sql<CasePosition>`
    select known.id, ${rank} as rank ${worstMembers(principal, filter)} ${isAfter}
    order by ${rank}, known.id limit ${page.limit}`.execute(db);
  const members = await listMembers(
    db,
    principal,
    filter,
    rows.map(({ id }) => id),
  );
  return rows.map((row, index) => ({ ...row, members: members[index] ?? [row.id] }));
}

/** Returns the members of the cases that the given vulnerabilities represent. */
async function listMembers(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  ids: readonly number[],
): Promise<number[][]> {
  const { rows } = await sql<{ position: number; id: number }>`
    select v.position, v.id from (
      select worst.position, member.id, member.source, member.vuln_id
      from unnest(${[...ids]}::bigint[]) with ordinality as worst (id, position)
      join vulnerability known on known.id = worst.id
      cross join lateral ${namesOf('known')} names
      join vulnerability member on member.vuln_id = names.vuln_id and member.source = names.source
      where member.id = worst.id or ${hasFindings(principal, filter, 'member.id')}
    ) v
    order by v.position, ${BY_PREFERRED_NAME}`.execute(db);
  const members = Map.groupBy(rows, ({ position }) => position);
  return [...members.values()].map((found) => found.map(({ id }) => id));
}

export async function countFindingCases(db: Db, principal: Principal, filter: GroupFilter): Promise<number> {
  const cases = allCases(principal, filter, false);
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${cases}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A vulnerability without aliases is a case by itself. */
function allCases(principal: Principal, filter: GroupFilter, sortsByCounts: boolean): RawBuilder<unknown> {
  const isCounted = sortsByCounts || filter.projects !== undefined;
  const columns = isCounted
    ? sql`f.vulnerability_id as id, f.project_id, f.component_id`
    : sql`distinct f.vulnerability_id as id`;
  const counts = isCounted
    ? sql`join (
        select m.case_id, count(distinct found.project_id) as projects,
          count(distinct found.component_id) as components, count(*) as findings
        from found join member m on m.id = found.id group by m.case_id
      ) g on g.case_id = c.case_id and ${within(filter.projects)}`
    : sql``;
  return sql`
    with found as materialized (
      select ${columns} ${findingsWhere(principal, filter)}
    ), member as materialized (
      select v.id, coalesce(alias.group_id, -v.id) as case_id, v.vuln_id, v.source, v.published_at,
        ${severityRank('v.severity')} as rank
      from (select distinct id from found) found join vulnerability v on v.id = found.id
      left join vulnerability_alias alias on alias.vuln_id = v.vuln_id and alias.source = v.source
    ), grouped as (
      select v.case_id, array_agg(v.id order by ${BY_PREFERRED_NAME}) as ids,
        (array_agg(v.vuln_id order by ${BY_PREFERRED_NAME}))[1] as vuln_id, min(v.rank) as rank,
        min(v.published_at) as published_at
      from member v group by v.case_id
    )
    select c.ids from grouped c ${counts}`;
}
