import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { changedProjects } from '../../project-changes/changed-projects-access.ts';
import { exploitedVulnerabilities } from '../../vulnerabilities/exploitation/exploited-access.ts';
import type { FindingFilter } from '../lists/finding-filter.ts';
import { conditionsOf, ofProjects } from '../lists/finding-list-filter-store.ts';
import { allOf, type Condition, joinsOf } from '../lists/finding-list-parts-store.ts';
import { CELL_COLUMNS, countByCell } from './finding-cells-store.ts';

/** Ids of the projects whose stored counts do not hold, see the schema migration. */
const outdatedProjects = sql`
  ${changedProjects('finding-counts')}
  union select f.project_id from rating_change join finding f on f.vulnerability_id = rating_change.vulnerability_id`;

/** With more than a fourth of the projects outdated, it takes less time to count all findings. */
export async function areMostCountsCurrent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ are_current: boolean }>`
    select (select count(*) from (${outdatedProjects}) outdated) * 4 <= (select count(*) from project)
      as are_current`.execute(db);
  return rows[0]?.are_current ?? false;
}

/**
 * Common table expressions, the last of which is `counted`: the number of findings in each cell of the accessible projects.
 * The counts are stored ones, and for outdated projects counted now, in the same statement, so that they never differ from
 * a count of all findings. Of the filter, only the conditions on projects apply.
 */
export function withCounted(
  principal: Principal,
  { tag, withInactiveProjects, onlyLatest }: FindingFilter,
  tellsExploited: boolean,
): RawBuilder<unknown> {
  const filter = { tag, withInactiveProjects, onlyLatest, withSuppressed: true };
  const countNow = (condition: Condition) => countByCell([...conditionsOf(principal, filter), condition]);
  const conditions = [isCurrent, ...ofProjects(principal, filter)];
  const known = sql`
    outdated as materialized (${outdatedProjects}),
    known as (
      select ${columnsOf('f')}, f.findings from finding_count f
      ${joinsOf(conditions.flatMap(({ on }) => on))} where ${allOf(conditions)}
      union all ${countNow(isOutdated)})`;
  if (!tellsExploited) return sql`with ${known}, counted as (select known.*, false as is_kev from known)`;
  return sql`with ${known},
    exploited as materialized ${exploitedVulnerabilities},
    exploited_cells as materialized (${countNow(isExploited)}),
    counted as (
      select known.*, false as is_kev from known
      union all select ${columnsOf('exploited_cells')}, -exploited_cells.findings, false from exploited_cells
      union all select exploited_cells.*, true from exploited_cells)`;
}

/** The conditions of a filter on the columns of `counted`. */
export function isInCells(filter: FindingFilter): RawBuilder<SqlBool> {
  const { severities, states, source, isKev, withSuppressed } = filter;
  const conditions = [
    ...(severities ? [sql`counted.severity = any(${[...severities]}::text[])`] : []),
    ...(states ? [sql`counted.state = any(${[...states]}::text[])`] : []),
    ...(source === undefined ? [] : [sql`counted.source = ${source}`]),
    ...(isKev === undefined ? [] : [sql`counted.is_kev = ${isKev}`]),
    ...(withSuppressed ? [] : [sql`not counted.is_suppressed`]),
  ];
  return sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

export async function addUpCounts(db: Db, principal: Principal, filter: FindingFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${withCounted(principal, filter, filter.isKev !== undefined)}
    select coalesce(sum(counted.findings), 0)::bigint as total from counted where ${isInCells(filter)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

const isCurrent: Condition = {
  on: [],
  is: sql<SqlBool>`not exists (select from outdated where outdated.project_id = f.project_id)`,
};
/** An array, so that the planner expects few projects. It would expect most of them, and read all findings. */
const isOutdated: Condition = {
  on: [],
  is: sql<SqlBool>`f.project_id = any(array(select outdated.project_id from outdated))`,
};
/**
 * Exploitation is not stored: it depends on aliases, and few findings are concerned. They are counted now, and subtracted
 * from the others.
 */
const isExploited: Condition = {
  on: [],
  is: sql<SqlBool>`f.vulnerability_id in (select exploited.id from exploited)`,
};

function columnsOf(table: string): RawBuilder<unknown> {
  return sql.join(CELL_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));
}
