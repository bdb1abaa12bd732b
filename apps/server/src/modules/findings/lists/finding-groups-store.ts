import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { isKev } from '../../vulnerabilities/aliases/alias-access.ts';
import type { Bounds, FindingFilter } from './finding-filter.ts';
import { severityRank } from './finding-list-parts-store.ts';
import { findingsWhere, limitOffset } from './finding-list-store.ts';

export interface GroupFilter extends FindingFilter {
  /** The number of affected projects. */
  readonly projects?: Bounds<number> | undefined;
}

export interface FindingGroupRow {
  readonly id: number;
  readonly source: string;
  readonly vuln_id: string;
  readonly title: string | null;
  readonly severity: string;
  readonly cvss_v2_score: number | null;
  readonly cvss_v3_score: number | null;
  readonly cvss_v4_score: number | null;
  readonly published_at: Date | null;
  readonly cwes: number[];
  readonly is_kev: boolean;
  readonly projects: number;
  readonly analyzer: string | null;
}

/** Groups are sorted by a column of `known`, the vulnerability, or of `g`, the aggregated findings. */
export interface GroupOrder {
  readonly by: RawBuilder<unknown>;
  readonly counts?: boolean;
  readonly analyzers?: boolean;
  readonly isNeverNull?: boolean;
}

export const groupOrders: Readonly<Record<string, GroupOrder>> = {
  'vulnerability.vulnId': { by: sql`known.vuln_id`, isNeverNull: true },
  'vulnerability.title': { by: sql`known.title` },
  'vulnerability.severity': { by: severityRank('known.severity'), isNeverNull: true },
  'vulnerability.cvssV4Score': { by: sql`known.cvss_v4_score` },
  'vulnerability.cvssV3BaseScore': { by: sql`known.cvss_v3_score` },
  'vulnerability.cvssV2BaseScore': { by: sql`known.cvss_v2_score` },
  'vulnerability.published': { by: sql`known.published_at` },
  'vulnerability.affectedProjectCount': { by: sql`g.projects`, counts: true, isNeverNull: true },
  'attribution.analyzerIdentity': { by: sql`g.analyzer`, analyzers: true },
};

const byId: GroupOrder = { by: sql`known.id`, isNeverNull: true };

/** Lists vulnerabilities with findings. Aggregates only those of the page. */
export async function listGroupRows(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  page: Page,
  order: GroupOrder = byId,
): Promise<FindingGroupRow[]> {
  const direction = sql.raw(page.descending ? 'desc' : 'asc');
  const nulls = order.isNeverNull ? sql`` : sql`nulls last`;
  const { rows } = await sql<FindingGroupRow>`
    with shown as materialized (
      select sorted.id, row_number() over () as position from (
        select known.id ${groupsFrom(principal, filter, order)}
        order by ${order.by} ${direction} ${nulls}, known.id ${order.isNeverNull ? direction : sql``} ${limitOffset(page)}
      ) sorted
    ), counted as (
      select f.vulnerability_id as id, count(distinct f.project_id) as projects, ${firstAnalyzer} as analyzer
      ${findingsWhere(principal, filter, {
        on: ['attribution'],
        conditions: [{ on: [], is: sql<SqlBool>`f.vulnerability_id in (select shown.id from shown)` }],
      })}
      group by f.vulnerability_id
    )
    select v.id, v.source, v.vuln_id, v.title, v.severity, v.cvss_v2_score, v.cvss_v3_score, v.cvss_v4_score,
      v.published_at, v.cwes, ${isKev('v')} as is_kev, counted.projects, counted.analyzer
    from shown join vulnerability v on v.id = shown.id join counted on counted.id = shown.id
    order by shown.position`.execute(db);
  return rows;
}

/** The analyzer that reported the earliest finding. */
const firstAnalyzer = sql`(array_agg(at.analyzer order by at.attributed_at, at.analyzer))[1]`;

/**
 * Without counts it is enough to check that a finding exists: an index of vulnerabilities in the order of the page is
 * read until the page is full.
 */
function groupsFrom(principal: Principal, filter: GroupFilter, order: GroupOrder): RawBuilder<unknown> {
  if (!order.counts && !order.analyzers && filter.projects === undefined) {
    const one = findingsWhere(principal, filter, {
      conditions: [{ on: [], is: sql<SqlBool>`f.vulnerability_id = known.id` }],
    });
    return sql`from vulnerability known where exists (select ${one})`;
  }
  const found = findingsWhere(principal, filter, { on: order.analyzers ? ['attribution'] : [] });
  return sql`from (
      select f.vulnerability_id as id, count(distinct f.project_id) as projects
        ${order.analyzers ? sql`, ${firstAnalyzer} as analyzer` : sql``}
      ${found} group by f.vulnerability_id
    ) g join vulnerability known on known.id = g.id
    where ${within(filter.projects)}`;
}

export async function countFindingGroups(db: Db, principal: Principal, filter: GroupFilter): Promise<number> {
  const having = filter.projects === undefined ? sql`` : sql`having ${within(filter.projects, COUNT)}`;
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select ${findingsWhere(principal, filter)} group by f.vulnerability_id ${having}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

const COUNT = sql`count(distinct f.project_id)`;

export function within(
  bounds: Bounds<number> | undefined,
  count: RawBuilder<unknown> = sql`g.projects`,
): RawBuilder<SqlBool> {
  const { from, to } = bounds ?? {};
  const least = from === undefined ? sql`true` : sql`${count} >= ${from}::float8`;
  const most = to === undefined ? sql`true` : sql`${count} <= ${to}::float8`;
  return sql<SqlBool>`(${least} and ${most})`;
}
