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
import { withCountedCollections, withCountedComponents, withCountedProjects } from './count-store.ts';

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
    select exists (${changedProjects('metrics')}) or exists (select from vulnerability_fact_change)
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
      ${storeComponents(projects, measurement)}, ${storeProjects(measurement)}
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
export async function listCollectionLevels(tx: Tx, projects: readonly number[] | 'all'): Promise<number[][]> {
  const isWanted =
    projects === 'all' ? sql`true` : sql`ancestry.descendant_id = any(${[...projects]}::bigint[])`;
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(placed.id) as ids from (
      select collection.id,
        (select max(above.depth) from project_ancestry above where above.descendant_id = collection.id) as level
      from project collection
      where collection.collection_logic is not null and collection.id in (
        select ancestry.ancestor_id from project_ancestry ancestry
        where ${isWanted})) placed
    group by placed.level order by placed.level desc`.execute(tx);
  return rows.map(({ ids }) => ids);
}

export async function listAccessibleProjects(db: Db, principal: Principal): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project.id from project where ${mayAccess(principal, 'project.id')}`.execute(db);
  return rows.map(({ id }) => id);
}
