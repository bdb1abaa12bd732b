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

/** Projects with vulnerabilities that became exploited, or are so no longer, since the counts were updated. */
const projectsOfOtherExploitation = sql`
  select f.project_id from exploited
  full join counted_exploited counted on counted.vulnerability_id = exploited.id
  join finding f on f.vulnerability_id = coalesce(exploited.id, counted.vulnerability_id)
  where exploited.id is null or counted.vulnerability_id is null`;

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
 * a count of all findings. Of the filter, only the conditions on projects apply. `is_kev` holds if `tellsExploited`.
 */
export function withCounted(
  principal: Principal,
  { tag, withInactiveProjects, onlyLatest }: FindingFilter,
  tellsExploited: boolean,
): RawBuilder<unknown> {
  const filter = { tag, withInactiveProjects, onlyLatest, withSuppressed: true };
  const conditions = [isCurrent, ...ofProjects(principal, filter)];
  const exploited = tellsExploited ? exploitedVulnerabilities : sql`(select null::bigint as id where false)`;
  return sql`with exploited as materialized ${exploited},
    outdated as materialized (
      ${outdatedProjects} ${tellsExploited ? sql`union ${projectsOfOtherExploitation}` : sql``}),
    counted as (
      select ${columnsOf('f')}, f.findings from finding_count f
      ${joinsOf(conditions.flatMap(({ on }) => on))} where ${allOf(conditions)}
      union all ${countByCell([...conditionsOf(principal, filter), ...isOutdated], sql`select exploited.id from exploited`)})`;
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
/**
 * An array, so that the planner expects few projects. It would expect most of them, and read all findings. The other
 * condition is evaluated once, so that nothing is read if no project is outdated.
 */
const isOutdated: readonly Condition[] = [
  { on: [], is: sql<SqlBool>`f.project_id = any(array(select outdated.project_id from outdated))` },
  { on: [], is: sql<SqlBool>`(select count(*) > 0 from outdated)` },
];

function columnsOf(table: string): RawBuilder<unknown> {
  return sql.join(CELL_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));
}
