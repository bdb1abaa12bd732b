import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import {
  findingsChecksum,
  storedChecksums,
  violationsChecksum,
} from '../../metric-values/component-checksums-access.ts';
import { COMPONENT_NUMBERS, FINDING_NUMBERS, VIOLATION_NUMBERS } from '../../metric-values/metric-numbers.ts';
import type { RiskWeights } from '../../metric-values/risk-score.ts';
import { differingProjects } from '../../metric-values/write-metrics-access.ts';
import { changedProjects } from '../../project-changes/changed-projects-access.ts';
import {
  countComponents,
  inProjects,
  type ProjectRange,
  withCountedCollections,
  withCountedParts,
} from '../update/count-store.ts';

/** Changes that are not counted yet are not differences. All are read from one snapshot. */
const isSettled = sql`differing.project_id not in (${changedProjects('metrics')})`;

/**
 * Counts projects that are not collections, and returns those whose stored numbers differ. The numbers of components are
 * compared by checksums, because joining each counted with each stored component costs a quarter of the time. Needs no
 * lock: an update that runs at the same time has not deleted its changes for others.
 */
export async function listDifferences(
  tx: Tx,
  projects: ProjectRange,
  weights: RiskWeights,
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with ${withCountedParts(projects)}, ${withSums}, ${withSummedProjects(projects)}
    select distinct differing.project_id
    from (
      ${differingProjects(weights)}
      union all
      select project_id from affected_project full join violating_project using (project_id)
      full join (${storedChecksums(inProjects(projects, 'known.project_id'), weights)}) stored using (project_id)
      where coalesce(affected_project.checksum, 0) <> coalesce(stored.findings_checksum, 0)
        or coalesce(violating_project.checksum, 0) <> coalesce(stored.violations_checksum, 0)
        or not stored.is_weighted) differing
    where ${isSettled} order by 1`.execute(tx);
  return rows.map(({ project_id }) => project_id);
}

const sumsOf = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)})::integer as ${sql.ref(name)}`));

/** Common table expressions: the sums and checksums of the components of each project. */
const withSums = sql`
  affected_project as (
    select project_id, ${findingsChecksum} as checksum,
      count(*) filter (where critical + high + medium + low + unassigned > 0) as vulnerable_components,
      ${sumsOf(FINDING_NUMBERS)}
    from affected_component group by project_id),
  violating_project as (
    select project_id, ${violationsChecksum} as checksum, ${sumsOf(VIOLATION_NUMBERS)}
    from violating_component group by project_id)`;

/** A common table expression, `counted_project`, from the sums. Without collection projects. */
function withSummedProjects(projects: ProjectRange): RawBuilder<unknown> {
  const numbers = COMPONENT_NUMBERS.map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`);
  return sql`
    counted_project as (
      select project.id as project_id, project.inactive_since is null as is_counted,
        coalesce(present.components, 0)::integer as components,
        coalesce(affected_project.vulnerable_components, 0)::integer as vulnerable_components, ${sql.join(numbers)}
      from project
      left join (${countComponents(projects)}) present on present.project_id = project.id
      left join affected_project on affected_project.project_id = project.id
      left join violating_project on violating_project.project_id = project.id
      where project.collection_logic is null and ${inProjects(projects, 'project.id')})`;
}

export async function listDifferentCollections(
  tx: Tx,
  collections: readonly number[],
  weights: RiskWeights,
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with ${withCountedCollections(collections)}
    select differing.project_id from (${differingProjects(weights)}) differing
    where ${isSettled} order by 1`.execute(tx);
  return rows.map(({ project_id }) => project_id);
}

/** For this transaction: a recount needs no temporary files, and does not sort components by project for a merge join. */
export async function prepareRecount(tx: Tx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(tx);
  await sql`set local enable_mergejoin = off`.execute(tx);
}

export async function listProjectIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from project order by id`.execute(db);
  return rows.map(({ id }) => id);
}
