import { type RawBuilder, sql } from 'kysely';
import { COMPONENT_NUMBERS, PROJECT_NUMBERS } from './metric-numbers.ts';
import { addedToStored, contributionsOf, PORTFOLIO_VALUES } from './portfolio-changes-access.ts';
import type { RiskWeights } from './risk-score.ts';
import { riskScoreOf } from './risk-score-access.ts';

/** When numbers are measured. */
export interface Measurement {
  readonly at: Date;
  /** The day in UTC, such as `2026-11-16`. */
  readonly day: string;
  readonly weights: RiskWeights;
}

const columns = (names: readonly string[], table?: string) =>
  sql.join(names.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));
const sumsOf = (names: readonly string[]) => sql.join(names.map((name) => sql`sum(${sql.ref(name)})`));
const excluded = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

const COMPONENT_VALUES = [...COMPONENT_NUMBERS, 'risk_score'];
const PROJECT_VALUES = ['is_counted', ...PROJECT_NUMBERS, 'risk_score'];
const COMPONENT_ROW = ['component_id', 'project_id', 'day', 'measured_at', ...COMPONENT_VALUES];
const PROJECT_ROW = ['project_id', 'day', 'measured_at', ...PROJECT_VALUES];

/**
 * Common table expressions that store the numbers of `counted_component`, which has the components of `projects` that have
 * findings or violations. Components of these projects that are missing get zeros. Writes only what changed.
 */
export function storeComponents(projects: readonly number[], measurement: Measurement): RawBuilder<unknown> {
  return sql`
    changed_component as (
      insert into component_metrics as stored (${columns(COMPONENT_ROW)})
      select coalesce(counted.component_id, earlier.component_id), coalesce(counted.project_id, earlier.project_id),
        ${dayAfter('earlier', measurement)}, ${measurement.at}::timestamptz, ${countedOrZero(measurement.weights)}
      from counted_component counted
      full join (
        select * from component_metrics known where known.project_id = any(${[...projects]}::bigint[])) earlier
        on earlier.component_id = counted.component_id
      where ${isDifferent('earlier', measurement.weights)}
      on conflict (component_id) do update set ${excluded(COMPONENT_ROW.slice(1))}
      returning stored.*),
    component_day as (
      insert into component_metrics_day (${columns(COMPONENT_ROW)})
      select ${columns(COMPONENT_ROW)} from changed_component
      on conflict (component_id, day) do update set ${excluded(COMPONENT_ROW.slice(1))})`;
}

/** The values of `COMPONENT_VALUES` of a component that is missing in `counted`, an alias of `counted_component`, are zeros. */
function countedOrZero(weights: RiskWeights): RawBuilder<unknown> {
  return sql.join([
    ...COMPONENT_NUMBERS.map((name) => sql`coalesce(${sql.ref(`counted.${name}`)}, 0)`),
    sql`coalesce(${riskScoreOf('counted', weights)}, 0)`,
  ]);
}

function isDifferent(stored: string, weights: RiskWeights): RawBuilder<unknown> {
  return sql`(${columns(COMPONENT_VALUES, stored)}) is distinct from (${countedOrZero(weights)})`;
}

/**
 * Common table expressions that store the numbers of `counted_project`, and by how much they change those of the portfolio.
 * Writes only what changed.
 */
export function storeProjects(measurement: Measurement): RawBuilder<unknown> {
  return sql`
    measured_project as (
      select counted.*, ${riskScoreOf('counted', measurement.weights)} as risk_score from counted_project counted),
    changed_project as (
      insert into project_metrics as stored (${columns(PROJECT_ROW)})
      select counted.project_id, ${dayAfter('earlier', measurement)}, ${measurement.at}::timestamptz,
        ${columns(PROJECT_VALUES, 'counted')}
      from measured_project counted
      left join project_metrics earlier on earlier.project_id = counted.project_id
      where earlier.project_id is null
        or (${columns(PROJECT_VALUES, 'earlier')}) is distinct from (${columns(PROJECT_VALUES, 'counted')})
      on conflict (project_id) do update set ${excluded(PROJECT_ROW.slice(1))}
      returning stored.*),
    project_day as (
      insert into project_metrics_day (${columns(PROJECT_ROW)})
      select ${columns(PROJECT_ROW)} from changed_project
      on conflict (project_id, day) do update set ${excluded(PROJECT_ROW.slice(1))}),
    contributed as (
      select changed.project_id, changed.day, ${contributionsOf('changed', 'earlier')}
      from changed_project changed left join project_metrics earlier on earlier.project_id = changed.project_id
      where changed.is_counted or earlier.is_counted),
    changed_contribution as (
      insert into project_metrics_change as stored (project_id, day, ${columns(PORTFOLIO_VALUES)})
      select project_id, day, ${columns(PORTFOLIO_VALUES)} from contributed
      on conflict (project_id, day) do update set ${addedToStored}),
    changed_portfolio as (
      insert into portfolio_metrics_change (day, ${columns(PORTFOLIO_VALUES)})
      select day, ${sumsOf(PORTFOLIO_VALUES)} from contributed group by day)`;
}

/** Ids of the projects whose stored numbers differ from `counted_project`. */
export function differingProjects(weights: RiskWeights): RawBuilder<unknown> {
  const compared = PROJECT_VALUES.filter((name) => name !== 'risk_score');
  return sql`
    select counted.project_id from counted_project counted
    left join project_metrics stored on stored.project_id = counted.project_id
    where stored.project_id is null
      or (${columns(compared, 'stored')}, stored.risk_score)
        is distinct from (${columns(compared, 'counted')}, ${riskScoreOf('counted', weights)})`;
}

/** Never before the last change: the clocks of two nodes may differ at midnight. */
function dayAfter(table: string, { day }: Measurement): RawBuilder<unknown> {
  return sql`greatest(${sql.ref(`${table}.day`)}, ${day}::date)`;
}
