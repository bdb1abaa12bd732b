import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { RiskWeights } from '../../metric-values/risk-score.ts';
import { differingComponents, differingProjects } from '../../metric-values/write-metrics-access.ts';
import { changedProjects } from '../../project-changes/changed-projects-access.ts';
import {
  projectIdsOf,
  withCountedCollections,
  withCountedComponents,
  withCountedProjects,
} from '../update/count-store.ts';

/** Changes that are not counted yet are not differences. All are read from one snapshot. */
const isSettled = sql`
  not exists (select from vulnerability_metrics_change)
  and differing.project_id not in (${changedProjects('metrics')})`;

/** Counts projects that are not collections, and returns those whose stored numbers differ. */
export async function listDifferences(
  tx: Tx,
  projectIds: readonly number[],
  weights: RiskWeights,
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with ${withCountedComponents(projectIds)}, ${withCountedProjects(projectIds)}
    select distinct differing.project_id
    from (
      ${differingProjects(weights)} union ${differingComponents(projectIdsOf(projectIds), weights)}) differing
    where ${isSettled} order by 1`.execute(tx);
  return rows.map(({ project_id }) => project_id);
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

/** Memory for sorting and hashing in this transaction, so that a recount needs no temporary files. */
export async function raiseWorkMemory(tx: Tx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(tx);
}

export async function listProjectIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from project order by id`.execute(db);
  return rows.map(({ id }) => id);
}
