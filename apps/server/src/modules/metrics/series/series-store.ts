import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import {
  COMPONENT_NUMBERS,
  type ComponentMetricsRow,
  PROJECT_NUMBERS,
  type ProjectMetricsRow,
} from '../../metric-values/metric-numbers.ts';
import type { PortfolioMetricsRow } from '../../metric-values/present-metrics.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';

/** Days from the first to the last one, both included. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

const columns = (names: readonly string[], table: string) =>
  sql.join(names.map((name) => sql.ref(`${table}.${name}`)));

/** A day without a row was measured at its start. */
const measuredAt = sql`case when measured.day = days.day then measured.measured_at
  else days.day::timestamp at time zone 'utc' end as measured_at`;

const daysOf = ({ first, last }: DayRange) =>
  sql`(select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day)`;

export async function findProjectMetrics(db: Db, projectId: number): Promise<ProjectMetricsRow | undefined> {
  const { rows } = await sql<ProjectMetricsRow>`
    select ${columns([...PROJECT_NUMBERS, 'risk_score', 'measured_at'], 'measured')}
    from project_metrics measured where measured.project_id = ${projectId}`.execute(db);
  return rows[0];
}

/** One row for each day since the project was first measured. A day without a row has the numbers of the last one before. */
export async function listProjectDays(
  db: Db,
  projectId: number,
  range: DayRange,
): Promise<ProjectMetricsRow[]> {
  const names = [...PROJECT_NUMBERS, 'risk_score', 'day', 'measured_at'];
  const { rows } = await sql<ProjectMetricsRow>`
    with known as (
      select ${columns(names, 'past')} from project_metrics_day past where past.project_id = ${projectId}
      union select ${columns(names, 'present')} from project_metrics present
      where present.project_id = ${projectId})
    ${filled(PROJECT_NUMBERS, range)}`.execute(db);
  return rows;
}

export async function findComponentMetrics(
  db: Db,
  componentId: number,
): Promise<ComponentMetricsRow | undefined> {
  const { rows } = await sql<ComponentMetricsRow>`
    select ${columns([...COMPONENT_NUMBERS, 'risk_score', 'measured_at'], 'measured')}
    from component_metrics measured where measured.component_id = ${componentId}`.execute(db);
  return rows[0];
}

/** As `listProjectDays`. Starts with zeros on the day when the component was created. */
export async function listComponentDays(
  db: Db,
  componentId: number,
  range: DayRange,
): Promise<ComponentMetricsRow[]> {
  const names = [...COMPONENT_NUMBERS, 'risk_score', 'day', 'measured_at'];
  const zeros = sql.join([...COMPONENT_NUMBERS.map(() => sql`0`), sql`0::float8`]);
  const { rows } = await sql<ComponentMetricsRow>`
    with measured as (
      select ${columns(names, 'past')} from component_metrics_day past where past.component_id = ${componentId}
      union select ${columns(names, 'present')} from component_metrics present
      where present.component_id = ${componentId}),
    known as (
      select ${columns(names, 'measured')} from measured
      union all select ${zeros}, (component.created_at at time zone 'utc')::date - 1, component.created_at
      from component where component.id = ${componentId})
    ${filled(COMPONENT_NUMBERS, range)}
      and days.day >= (select (component.created_at at time zone 'utc')::date from component
        where component.id = ${componentId})`.execute(db);
  return rows;
}

function filled(numbers: readonly string[], range: DayRange): RawBuilder<unknown> {
  return sql`
    select ${columns([...numbers, 'risk_score'], 'measured')}, ${measuredAt}
    from ${daysOf(range)} days
    join lateral (
      select known.* from known where known.day <= days.day order by known.day desc limit 1) measured on true
    where true`;
}

const isVulnerable = (table: string) => sql`(${sql.ref(`${table}.vulnerable_components`)} > 0)::integer`;

/** Without a time if there are no projects. */
type PortfolioSum = Omit<PortfolioMetricsRow, 'measured_at'> & { readonly measured_at: Date | null };

/** The sum of the active projects that the principal may see. */
export async function sumPortfolio(db: Db, principal: Principal): Promise<PortfolioSum> {
  const sums = PROJECT_NUMBERS.map(
    (name) => sql`coalesce(sum(${sql.ref(`measured.${name}`)}), 0)::bigint as ${sql.ref(name)}`,
  );
  const { rows } = await sql<PortfolioSum>`
    select count(*) as projects, coalesce(sum(${isVulnerable('measured')}), 0)::bigint as vulnerable_projects,
      ${sql.join(sums)}, coalesce(sum(measured.risk_score), 0) as risk_score,
      max(measured.measured_at) as measured_at
    from project_metrics measured
    where measured.is_counted and ${mayAccess(principal, 'measured.project_id')}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum without a group has one row.');
  return row;
}

/**
 * One row for each day. The sum of a day is the sum of all changes until then: each row of a project changes the sum by its
 * difference to the row before.
 */
export async function listPortfolioDays(
  db: Db,
  principal: Principal,
  range: DayRange,
): Promise<PortfolioMetricsRow[]> {
  const numbers = [...PROJECT_NUMBERS, 'risk_score'] as const;
  const names = ['project_id', 'day', 'is_counted', ...numbers];
  const counted = (value: RawBuilder<unknown>) => sql`case when known.is_counted then ${value} else 0 end`;
  const values = [
    ['projects', counted(sql`1`)],
    ['vulnerable_projects', counted(isVulnerable('known'))],
    ...numbers.map((name) => [name, counted(sql.ref(`known.${name}`))] as const),
  ] as const;
  const all = values.map(([name]) => name);
  const differences = all.map(
    (name) =>
      sql`${sql.ref(`valued.${name}`)} - lag(${sql.ref(`valued.${name}`)}, 1, ${name === 'risk_score' ? sql`0::float8` : sql`0`}) over by_project as ${sql.ref(name)}`,
  );
  const { rows } = await sql<PortfolioMetricsRow>`
    with known as (
      select ${columns(names, 'past')} from project_metrics_day past
      join project_metrics present on present.project_id = past.project_id and present.day > past.day
      where past.day <= ${range.last}::date and ${mayAccess(principal, 'past.project_id')}
      union all select ${columns(names, 'present')} from project_metrics present
      where present.day <= ${range.last}::date and ${mayAccess(principal, 'present.project_id')}),
    valued as (
      select known.project_id, known.day,
        ${sql.join(values.map(([name, value]) => sql`${value} as ${sql.ref(name)}`))} from known),
    changed as (
      select valued.day, ${sql.join(differences)} from valued
      window by_project as (partition by valued.project_id order by valued.day)),
    by_day as (
      select greatest(changed.day, ${range.first}::date) as day,
        ${sql.join(all.map((name) => sql`sum(${sql.ref(`changed.${name}`)}) as ${sql.ref(name)}`))}
      from changed group by 1)
    select days.day::timestamp at time zone 'utc' as measured_at, ${sql.join(
      all.map((name) =>
        name === 'risk_score'
          ? sql`coalesce(sum(by_day.risk_score) over until_day, 0) as risk_score`
          : sql`coalesce(sum(${sql.ref(`by_day.${name}`)}) over until_day, 0)::bigint as ${sql.ref(name)}`,
      ),
    )}
    from ${daysOf(range)} days left join by_day on by_day.day = days.day
    window until_day as (order by days.day) order by days.day`.execute(db);
  return rows;
}

export interface PublishedRow {
  readonly year: number;
  readonly month: number | null;
  readonly count: number;
}

/** A vulnerability without dates counts in the year of its id, if it is a CVE. */
export async function countPublished(db: Db): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select dated.year::integer, dated.month::integer, count(*) as count from (
      select
        coalesce(extract(year from named.published), substring(named.vuln_id from '^CVE-(\d{4})-')::integer) as year,
        extract(month from named.published) as month
      from (select vuln_id, coalesce(created_at, published_at) at time zone 'utc' as published from vulnerability)
        named) dated
    where dated.year is not null group by 1, 2 order by 1, 2 nulls first`.execute(db);
  return rows;
}
