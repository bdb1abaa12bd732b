import { type RawBuilder, sql } from 'kysely';
import { COMPONENT_NUMBERS } from '../../metric-values/metric-numbers.ts';
import { COUNTED_SEVERITIES } from '../../metric-values/risk-score.ts';
import { exploitedVulnerabilities } from '../../vulnerabilities/exploitation/exploited-access.ts';

/** Which projects are counted: given ids, or all. */
export type CountedProjects = readonly number[] | 'all';

export function projectIdsOf(projects: CountedProjects): RawBuilder<unknown> {
  return projects === 'all'
    ? sql`select project.id from project`
    : sql`select unnest(${[...projects]}::bigint[])`;
}

function isOf(projects: CountedProjects, column: string): RawBuilder<unknown> {
  return projects === 'all' ? sql`true` : sql`${sql.ref(column)} = any(${[...projects]}::bigint[])`;
}

/** Few components are removed, and they have an index. */
const isPresent = (column: string) => sql`not exists (
  select from component gone where gone.id = ${sql.ref(column)} and gone.removed_at is not null)`;

/** Facts about a vulnerability of a component as bits, so that one aggregate combines those of its aliases. */
const BIT = { critical: 1, high: 2, medium: 4, low: 8, unassigned: 16, audited: 32, exploited: 64 } as const;
const ANY_SEVERITY = BIT.critical | BIT.high | BIT.medium | BIT.low | BIT.unassigned;

function severityBit(column: string): RawBuilder<unknown> {
  return sql`case ${sql.ref(column)} when 'CRITICAL' then ${sql.lit(BIT.critical)} when 'HIGH' then ${sql.lit(BIT.high)}
    when 'MEDIUM' then ${sql.lit(BIT.medium)} when 'LOW' then ${sql.lit(BIT.low)} else ${sql.lit(BIT.unassigned)} end`;
}

/** The bits of vulnerabilities, and what aliases have in common. */
const ratedVulnerabilities = sql`
  select v.id, coalesce(alias.group_id, -v.id) as alias_key, ${severityBit('v.severity')} as severity,
    case when exploited.id is null then 0 else ${sql.lit(BIT.exploited)} end as exploited
  from vulnerability v
  left join vulnerability_alias alias on alias.vuln_id = v.vuln_id and alias.source = v.source
  left join exploited on exploited.id = v.id`;

/** One row for each vulnerability of a component, with the bits of its aliases. Suppressed ones have no severity. */
function affectedBy(projects: CountedProjects): RawBuilder<unknown> {
  const decided = sql`case when a.severity is null then rated.severity else ${severityBit('a.severity')} end
    | case when a.state in ('NOT_SET', 'IN_TRIAGE') then 0 else ${sql.lit(BIT.audited)} end`;
  return sql`
    select min(f.project_id) as project_id, f.component_id,
      bit_or(rated.exploited | case when a.component_id is null then rated.severity
        when a.is_suppressed then 0 else ${decided} end) as bits,
      count(*) filter (where a.is_suppressed) as suppressed
    from finding f
    join (${ratedVulnerabilities}) rated on rated.id = f.vulnerability_id
    left join finding_analysis a on a.component_id = f.component_id and a.vulnerability_id = f.vulnerability_id
      and ${isOf(projects, 'a.project_id')}
    where f.inactive_since is null and ${isPresent('f.component_id')} and ${isOf(projects, 'f.project_id')}
    group by f.component_id, rated.alias_key`;
}

/** Counts rows of `affected` whose highest severity is this one. */
function countHighest(severity: keyof typeof BIT): RawBuilder<unknown> {
  const orHigher = BIT[severity] * 2 - 1;
  return sql`count(*) filter (where bits & ${sql.lit(orHigher)} = ${sql.lit(BIT[severity])}) as ${sql.ref(severity)}`;
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
    sql`count(*) filter (where ${ofType(type)}) as ${sql.ref(`${name}_violations`)}`,
    sql`count(*) filter (where ${ofType(type)} and ${isAudited}) as ${sql.ref(`${name}_audited`)}`,
  ]);
  return sql`
    select violation.project_id, violation.component_id,
      count(*) filter (where policy.violation_state = 'FAIL') as violations_fail,
      count(*) filter (where policy.violation_state = 'WARN') as violations_warn,
      count(*) filter (where policy.violation_state = 'INFO') as violations_info,
      ${sql.join(counts)}
    from policy_violation violation
    join policy_condition condition on condition.id = violation.condition_id
    join policy on policy.id = condition.policy_id
    left join policy_violation_analysis decision on decision.violation_id = violation.id
    where violation.inactive_since is null and (decision.is_suppressed is null or not decision.is_suppressed)
      and ${isPresent('violation.component_id')} and ${isOf(projects, 'violation.project_id')}
    group by violation.project_id, violation.component_id`;
}

/** Common table expressions, the last of which is `counted_component`: the components with findings or violations. */
export function withCountedComponents(projects: CountedProjects): RawBuilder<unknown> {
  const numbers = COMPONENT_NUMBERS.map(
    (name) => sql`coalesce(${sql.ref(name)}, 0)::integer as ${sql.ref(name)}`,
  );
  return sql`
    exploited as materialized ${exploitedVulnerabilities},
    affected as (${affectedBy(projects)}),
    affected_component as (
      select min(project_id) as project_id, component_id, ${sql.join(COUNTED_SEVERITIES.map(countHighest))},
        count(*) filter (where bits & ${sql.lit(BIT.exploited)} > 0 and bits & ${sql.lit(ANY_SEVERITY)} > 0) as kev,
        sum(suppressed) as suppressed,
        count(*) filter (where bits & ${sql.lit(BIT.audited)} > 0) as findings_audited
      from affected group by component_id),
    violating_component as (${violationsOf(projects)}),
    counted_component as materialized (
      select project_id, component_id, ${sql.join(numbers)}
      from affected_component full join violating_component using (project_id, component_id))`;
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
      left join (
        select component.project_id, count(*) as components from component
        where component.removed_at is null and ${isOf(projects, 'component.project_id')}
        group by component.project_id) present on present.project_id = project.id
      left join (
        select project_id, count(*) filter (where critical + high + medium + low + unassigned > 0)
          as vulnerable_components, ${sql.join(sums)}
        from counted_component group by project_id) affected on affected.project_id = project.id
      where project.collection_logic is null and ${isOf(projects, 'project.id')})`;
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
