import { type RawBuilder, sql } from 'kysely';
import { COMPONENT_NUMBERS, type ComponentMetricsRow, type ProjectMetricsRow } from './metric-numbers.ts';

/** What lists of projects and components show of metrics. Null until the project is counted for the first time. */

/** The metrics of the project whose id is in a column, such as `p.id`. */
export function metricsOfProject(projectId: string): RawBuilder<ProjectMetricsRow | null> {
  return sql<ProjectMetricsRow | null>`(
    select to_jsonb(measured) from project_metrics measured where measured.project_id = ${sql.ref(projectId)})`;
}

export function riskScoreOfProject(projectId: string): RawBuilder<number | null> {
  return sql<number | null>`(
    select measured.risk_score from project_metrics measured where measured.project_id = ${sql.ref(projectId)})`;
}

/** A component that was never affected has no row, but zeros. */
export function metricsOfComponent(
  componentId: string,
  projectId: string,
): RawBuilder<ComponentMetricsRow | null> {
  const zeros = sql.join(COMPONENT_NUMBERS.map((name) => sql`${sql.lit(name)}, 0`));
  return sql<ComponentMetricsRow | null>`coalesce(
    (select to_jsonb(measured) from component_metrics measured
      where measured.component_id = ${sql.ref(componentId)}),
    (select jsonb_build_object(${zeros}, 'risk_score', 0, 'measured_at', measured.measured_at)
      from project_metrics measured where measured.project_id = ${sql.ref(projectId)}))`;
}

export function riskScoreOfComponent(componentId: string, projectId: string): RawBuilder<number | null> {
  return sql<number | null>`coalesce(
    (select measured.risk_score from component_metrics measured
      where measured.component_id = ${sql.ref(componentId)}),
    (select 0::float8 from project_metrics measured where measured.project_id = ${sql.ref(projectId)}))`;
}
