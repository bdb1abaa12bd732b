import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import {
  type Measurement,
  storeComponents,
  storeProjects,
} from '../../metric-values/write-metrics-access.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import { changedProjects } from '../../project-changes/changed-projects-access.ts';
import {
  type CountedProjects,
  projectIdsOf,
  withCountedCollections,
  withCountedComponents,
  withCountedProjects,
} from './count-store.ts';

/** Key of the advisory lock that serialises updates of metrics. */
const METRICS_LOCK = 7_404_043;

/** Held until the transaction ends. Returns false if another transaction has it. */
export async function tryLockMetrics(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${METRICS_LOCK}) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

/** Waits for other updates. */
export async function lockMetrics(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${METRICS_LOCK})`.execute(tx);
}

/**
 * Keeps projects from being deleted until the transaction ends, because a deletion subtracts their numbers from the
 * portfolio. Returns those that may be counted now: projects that are being deleted are left out, and projects that no
 * longer exist are included.
 */
export async function lockProjects(tx: Tx, projectIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select id from project where id = any(${[...projectIds]}::bigint[]) for key share skip locked)
    select wanted.id from unnest(${[...projectIds]}::bigint[]) wanted (id)
    where wanted.id in (select id from locked) or wanted.id not in (
      select id from project where id = any(${[...projectIds]}::bigint[]))`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function hasChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (${changedProjects('metrics')}) or exists (select from vulnerability_metrics_change)
      as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Counts projects that are not collections, and stores what changed, in one statement. */
export async function measureProjects(
  tx: Tx,
  projects: readonly number[],
  measurement: Measurement,
): Promise<void> {
  await sql`
    with ${withCountedComponents(projects)}, ${withCountedProjects(projects)},
      ${storeComponents(projectIdsOf(projects), measurement)}, ${storeProjects(measurement)}
    select from changed_project`.execute(tx);
}

/** Adds up the stored numbers of the children. */
export async function measureCollections(
  tx: Tx,
  collections: readonly number[],
  measurement: Measurement,
): Promise<void> {
  await sql`
    with ${withCountedCollections(collections)}, ${storeProjects(measurement)}
    select from changed_project`.execute(tx);
}

/** The collections among the projects and their ancestors in levels, the deepest first. */
export async function listCollectionLevels(tx: Tx, projects: CountedProjects): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(placed.id) as ids from (
      select collection.id,
        (select max(above.depth) from project_ancestry above where above.descendant_id = collection.id) as level
      from project collection
      where collection.collection_logic is not null and collection.id in (
        select ancestry.ancestor_id from project_ancestry ancestry
        where ancestry.descendant_id = any(array(${projectIdsOf(projects)})))) placed
    group by placed.level order by placed.level desc`.execute(tx);
  return rows.map(({ ids }) => ids);
}

/** Claims the vulnerabilities that changed, and returns the projects that have findings of them or of their aliases. */
export async function claimChangedVulnerabilities(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with claimed as (delete from vulnerability_metrics_change returning source, vuln_id, group_id),
    affected_group as (
      select group_id from claimed where group_id is not null
      union select alias.group_id from claimed
      join vulnerability_alias alias on alias.vuln_id = claimed.vuln_id and alias.source = claimed.source),
    named as (
      select source, vuln_id from claimed
      union select alias.source, alias.vuln_id from affected_group
      join vulnerability_alias alias on alias.group_id = affected_group.group_id)
    select distinct finding.project_id from named
    join vulnerability known on known.vuln_id = named.vuln_id and known.source = named.source
    join finding on finding.vulnerability_id = known.id`.execute(tx);
  return rows.map(({ project_id }) => project_id);
}

export async function hasChangedVulnerabilities(db: Db): Promise<boolean> {
  const { rows } = await sql`select from vulnerability_metrics_change limit 1`.execute(db);
  return rows.length > 0;
}

export async function listAccessibleProjects(db: Db, principal: Principal): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project.id from project where ${mayAccess(principal, 'project.id')}`.execute(db);
  return rows.map(({ id }) => id);
}
