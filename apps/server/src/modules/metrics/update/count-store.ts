import { type RawBuilder, sql } from 'kysely';
import { COMPONENT_NUMBERS } from '../../metric-values/metric-numbers.ts';
import { COUNTED_SEVERITIES } from '../../metric-values/risk-score.ts';
import { ANY_SEVERITY, FACT, severityFact } from './fact-store.ts';

/** Ids of projects from the first to the last one, both included. */
export interface ProjectRange {
  readonly first: number;
  readonly last: number;
}

/** Which projects are counted. */
type CountedProjects = readonly number[] | ProjectRange;

/** A condition on a column with the id of a project. */
export function inProjects(projects: CountedProjects, column: string): RawBuilder<unknown> {
  return 'first' in projects
    ? sql`${sql.ref(column)} between ${projects.first} and ${projects.last}`
    : sql`${sql.ref(column)} = any(${[...projects]}::bigint[])`;
}

/** Few components are removed, and they have an index. */
const isPresent = (column: string) => sql`not exists (
  select from component gone where gone.id = ${sql.ref(column)} and gone.removed_at is not null)`;

/**
 * One row for each vulnerability of a component, with the facts of its aliases. Suppressed ones have no severity. Sorted,
 * because sorted groups cost a quarter less than hashed ones.
 */
function affectedBy(projects: CountedProjects): RawBuilder<unknown> {
  const decided = sql`case when a.severity is null then known.facts else ${severityFact('a.severity')}
      | (known.facts & ${sql.lit(FACT.exploited)}) end
    | case when a.state in ('NOT_SET', 'IN_TRIAGE') then 0 else ${sql.lit(FACT.audited)} end`;
  return sql`
    select min(found.project_id) as project_id, found.component_id, bit_or(found.facts) as facts,
      count(*) filter (where found.is_suppressed) as suppressed
    from (
      select f.project_id, f.component_id, known.alias_key, a.is_suppressed,
        case when a.component_id is null then known.facts
          when a.is_suppressed then known.facts & ${sql.lit(FACT.exploited)} else ${decided} end as facts
      from finding f
      join vulnerability_fact known on known.vulnerability_id = f.vulnerability_id
      left join finding_analysis a on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id
        and ${inProjects(projects, 'a.project_id')}
      where f.inactive_since is null and ${inProjects(projects, 'f.project_id')}
      order by f.component_id, known.alias_key) found
    group by found.component_id, found.alias_key`;
}

/** Counts rows of `affected` whose highest severity is this one. */
function countHighest(severity: keyof typeof FACT): RawBuilder<unknown> {
  const orHigher = FACT[severity] * 2 - 1;
  return sql`(count(*) filter (where facts & ${sql.lit(orHigher)} = ${sql.lit(FACT[severity])}))::integer
    as ${sql.ref(severity)}`;
}

function violationsOf(projects: CountedProjects): RawBuilder<unknown> {
  const ofType = (type: string) => sql`violation.type = ${sql.lit(type)}`;
  const isAudited = sql`decision.state <> 'NOT_SET'`;
  const typed = [
    ['security', 'SECURITY'],
    ['license', 'LICENSE'],
    ['operational', 'OPERATIONAL'],
  ] as const;
  const counts = typed.flatMap(([name, type]) => [
    sql`(count(*) filter (where ${ofType(type)}))::integer as ${sql.ref(`${name}_violations`)}`,
    sql`(count(*) filter (where ${ofType(type)} and ${isAudited}))::integer as ${sql.ref(`${name}_audited`)}`,
  ]);
  return sql`
    select violation.project_id, violation.component_id,
      (count(*) filter (where policy.violation_state = 'FAIL'))::integer as violations_fail,
      (count(*) filter (where policy.violation_state = 'WARN'))::integer as violations_warn,
      (count(*) filter (where policy.violation_state = 'INFO'))::integer as violations_info,
      ${sql.join(counts)}
    from policy_violation violation
    join policy_condition condition on condition.id = violation.condition_id
    join policy on policy.id = condition.policy_id
    left join policy_violation_analysis decision on decision.violation_id = violation.id
    where violation.inactive_since is null and (decision.is_suppressed is null or not decision.is_suppressed)
      and ${isPresent('violation.component_id')} and ${inProjects(projects, 'violation.project_id')}
    group by violation.project_id, violation.component_id`;
}

/** Common table expressions: `affected_component`, which has findings, and `violating_component`. */
export function withCountedParts(projects: CountedProjects): RawBuilder<unknown> {
  return sql`
    affected as (${affectedBy(projects)}),
    affected_component as (
      select min(project_id) as project_id, component_id, ${sql.join(COUNTED_SEVERITIES.map(countHighest))},
        (count(*) filter (where facts & ${sql.lit(FACT.exploited)} > 0 and facts & ${sql.lit(ANY_SEVERITY)} > 0))::integer
          as kev,
        sum(suppressed)::integer as suppressed,
        (count(*) filter (where facts & ${sql.lit(FACT.audited)} > 0))::integer as findings_audited
      from affected where ${isPresent('affected.component_id')} group by component_id),
    violating_component as (${violationsOf(projects)})`;
}

/** Common table expressions, the last of which is `counted_component`: the components with findings or violations. */
export function withCountedComponents(projects: CountedProjects): RawBuilder<unknown> {
  const numbers = COMPONENT_NUMBERS.map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`);
  return sql`
    ${withCountedParts(projects)},
    counted_component as materialized (
      select project_id, component_id, ${sql.join(numbers)}
      from affected_component full join violating_component using (project_id, component_id))`;
}

export function countComponents(projects: CountedProjects): RawBuilder<unknown> {
  return sql`
    select component.project_id, count(*) as components from component
    where component.removed_at is null and ${inProjects(projects, 'component.project_id')}
    group by component.project_id`;
}

/** A common table expression, `counted_project`, from `counted_component`. Without collection projects. */
export function withCountedProjects(projects: CountedProjects): RawBuilder<unknown> {
  const sums = COMPONENT_NUMBERS.map((name) => sql`sum(${sql.ref(name)})::integer as ${sql.ref(name)}`);
  const numbers = COMPONENT_NUMBERS.map(
    (name) => sql`coalesce(${sql.ref(`affected.${name}`)}, 0) as ${sql.ref(name)}`,
  );
  return sql`
    counted_project as materialized (
      select project.id as project_id, project.inactive_since is null as is_counted,
        coalesce(present.components, 0)::integer as components,
        coalesce(affected.vulnerable_components, 0)::integer as vulnerable_components, ${sql.join(numbers)}
      from project
      left join (${countComponents(projects)}) present on present.project_id = project.id
      left join (
        select project_id, count(*) filter (where critical + high + medium + low + unassigned > 0)
          as vulnerable_components, ${sql.join(sums)}
        from counted_component group by project_id) affected on affected.project_id = project.id
      where project.collection_logic is null and ${inProjects(projects, 'project.id')})`;
}

/** A common table expression, `counted_project`: the sums of the children that the rule of each collection project chooses. */
export function withCountedCollections(collections: readonly number[]): RawBuilder<unknown> {
  const names = ['components', 'vulnerable_components', ...COMPONENT_NUMBERS];
  const sums = names.map(
    (name) => sql`coalesce(sum(${sql.ref(`measured.${name}`)}), 0)::integer as ${sql.ref(name)}`,
  );
  return sql`
    counted_project as materialized (
      select collection.id as project_id, false as is_counted, ${sql.join(sums)}
      from project collection
      left join project child on child.parent_id = collection.id and child.inactive_since is null
        and case collection.collection_logic
          when 'AGGREGATE_LATEST_VERSION_CHILDREN' then child.is_latest
          when 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG' then exists (
            select from project_tag tagged
            where tagged.project_id = child.id and tagged.tag_id = collection.collection_tag_id)
          else true end
      left join project_metrics measured on measured.project_id = child.id
      where collection.collection_logic is not null and collection.id = any(${[...collections]}::bigint[])
      group by collection.id)`;
}
