import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import {
  COMPONENT_NUMBERS,
  type ComponentMetricsRow,
  PROJECT_NUMBERS,
  type ProjectMetricsRow,
} from '../../metric-values/metric-numbers.ts';

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

export const daysOf = ({ first, last }: DayRange) =>
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
