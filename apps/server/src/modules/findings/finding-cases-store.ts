import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { namesOf } from '../vulnerabilities/alias-access.ts';
import { type GroupFilter, within } from './finding-groups-store.ts';
import { severityRank } from './finding-list-parts-store.ts';
import { cut, type FindingKey, findingsWhere } from './finding-list-store.ts';

/** How cases are sorted: by what their members say, or by what is counted. */
export interface CaseOrder {
  readonly by: RawBuilder<unknown>;
  readonly counts?: boolean;
}

export const caseOrders: Readonly<Record<string, CaseOrder>> = {
  severity: { by: sql`c.rank` },
  vulnId: { by: sql`c.vuln_id` },
  published: { by: sql`c.published_at` },
  affectedProjectCount: { by: sql`g.projects`, counts: true },
  affectedComponentCount: { by: sql`g.components`, counts: true },
  findingCount: { by: sql`g.findings`, counts: true },
};

/** A case is called by the member of the best-known source. */
const CALLED = sql`array_position(array['NVD', 'GITHUB'], v.source), v.source, v.vuln_id`;

export interface FoundCases {
  /** Ids of the members of each case; the one it is called by comes first. */
  readonly cases: readonly (readonly number[])[];
  readonly total: number;
}

export async function listFindingCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  page: Page,
  order: CaseOrder = { by: sql`c.rank` },
): Promise<FoundCases> {
  const way = sql.raw(page.descending ? 'desc' : 'asc');
  const from = casesFrom(principal, filter, order.counts === true || filter.projects !== undefined);
  const { rows } = await sql<{ ids: string[]; total: number }>`
    ${from} order by ${order.by} ${way} nulls last, c.case_id ${cut(page)}`.execute(db);
  const beyond = rows.length === 0 && page.offset > 0;
  const total = beyond
    ? (await sql<{ total: number }>`${from} limit 1`.execute(db)).rows[0]?.total
    : rows[0]?.total;
  // The database client turns numbers of this width into numbers, but not those in an array.
  return { cases: rows.map(({ ids }) => ids.map(Number)), total: total ?? 0 };
}

/** Who has no alias is a case of its own. */
function casesFrom(principal: Principal, filter: GroupFilter, counted: boolean): RawBuilder<unknown> {
  const columns = counted
    ? sql`f.vulnerability_id as id, f.project_id, f.component_id`
    : sql`distinct f.vulnerability_id as id`;
  const counts = counted
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
      select v.case_id, array_agg(v.id order by ${CALLED}) as ids, (array_agg(v.vuln_id order by ${CALLED}))[1] as vuln_id,
        min(v.rank) as rank, min(v.published_at) as published_at
      from member v group by v.case_id
    )
    select c.ids, count(*) over () as total from grouped c ${counts}`;
}

export interface CaseCount {
  /** Place of the case in the list. */
  readonly place: number;
  /** A member, or nothing for all of them together. */
  readonly id: number | null;
  readonly projects: number;
  readonly components: number;
  readonly findings: number;
}

type Cases = FoundCases['cases'];

export async function countCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  cases: Cases,
): Promise<CaseCount[]> {
  const { rows } = await sql<CaseCount>`
    with member as materialized (${membersOf(cases)})
    select member.place, member.id, count(distinct found.project_id) as projects,
      count(distinct found.component_id) as components, count(*) as findings
    from (select f.* ${ofMembers(principal, filter)}) found join member on member.id = found.vulnerability_id
    group by grouping sets ((member.place), (member.place, member.id))`.execute(db);
  return rows;
}

/** The first findings of each case, by component. */
export async function listKeysOfCases(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  cases: Cases,
  most: number,
): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    with member as materialized (${membersOf(cases)})
    select component_id, vulnerability_id from (
      select member.place, found.component_id, found.vulnerability_id,
        row_number() over (partition by member.place order by found.component_id, found.vulnerability_id) as number
      from (select f.* ${ofMembers(principal, filter)}) found join member on member.id = found.vulnerability_id
    ) numbered
    where number <= ${most} order by place, number`.execute(db);
  return rows;
}

function membersOf(cases: Cases): RawBuilder<unknown> {
  const members = cases.flatMap((ids, place) => ids.map((id) => ({ id, place })));
  return sql`select * from unnest(
    ${members.map(({ id }) => id)}::bigint[], ${members.map(({ place }) => place)}::integer[]) as member (id, place)`;
}

function ofMembers(principal: Principal, filter: GroupFilter): RawBuilder<unknown> {
  const is = sql<SqlBool>`f.vulnerability_id in (select member.id from member)`;
  return findingsWhere(principal, filter, { conditions: [{ on: [], is }] });
}

/** Ids of a vulnerability and of all that have the same names; none if it is not known. */
export async function listCaseOf(db: Db, uuid: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select same.id from vulnerability asked, lateral ${namesOf('asked')} names
    join vulnerability same on same.vuln_id = names.vuln_id and same.source = names.source
    where asked.uuid = ${uuid}`.execute(db);
  return rows.map(({ id }) => id);
}
