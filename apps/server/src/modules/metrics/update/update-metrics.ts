import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { Measurement } from '../../metric-values/write-metrics-access.ts';
import { claimProjectChanges } from '../../project-changes/claim-project-changes.ts';
import { listChangedProjects } from '../../project-changes/list-changed-projects.ts';
import { recordFindingChanges } from '../../project-changes/record-finding-changes.ts';
import { addDays, toUtcDay } from '../utc-day.ts';
import { hasChangedVulnerabilities, updateFacts } from './fact-store.ts';
import { loadRiskWeights } from './load-risk-weights.ts';
import { createPartitions, hasPartition } from './partition-store.ts';
import {
  listCollectionLevels,
  lockMetrics,
  lockProjects,
  measureCollections,
  measureProjects,
  tryLockMetrics,
} from './update-store.ts';

type UpdateDeps = Pick<Context, 'db' | 'now'>;

/** Projects per transaction. */
const BATCH_SIZE = 100;

/** Counts the projects that changed. Returns early if another node does so already. */
export async function updateMetrics(ctx: UpdateDeps, signal?: AbortSignal): Promise<void> {
  if (!(await followVulnerabilities(ctx))) return;
  const projectIds = await listChangedProjects(ctx.db, 'metrics');
  for (let start = 0; start < projectIds.length; start += BATCH_SIZE) {
    signal?.throwIfAborted();
    const batch = projectIds.slice(start, start + BATCH_SIZE);
    const isOurs = await inTransaction(ctx.db, async (tx) => {
      if (!(await tryLockMetrics(tx))) return false;
      await measure(tx, ctx.now(), batch);
      return true;
    });
    if (!isOurs) return;
  }
}

/** Counts projects now, whether they changed or not. A project that is locked is counted by the next update. */
export async function measureNow(ctx: UpdateDeps, projectIds: readonly number[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockMetrics(tx);
    await expandVulnerabilityChanges(tx);
    await recordFindingChanges(tx, 'metrics', projectIds);
    await measure(tx, ctx.now(), projectIds);
  });
}

/** The caller holds the lock, so that no earlier count replaces a later one. Changes are claimed before they are counted. */
async function measure(tx: Tx, at: Date, wanted: readonly number[]): Promise<void> {
  const projectIds = await lockProjects(tx, wanted);
  await claimProjectChanges(tx, 'metrics', projectIds);
  const measurement: Measurement = { at, day: toUtcDay(at), weights: await loadRiskWeights(tx) };
  await requirePartition(tx, measurement.day);
  await measureProjects(tx, projectIds, measurement);
  for (const level of await listCollectionLevels(tx, projectIds)) {
    await measureCollections(tx, level, measurement);
  }
}

/** The daily job creates partitions ahead. If no node ran for some days, the first count creates them. */
async function requirePartition(tx: Tx, day: string): Promise<void> {
  if (!(await hasPartition(tx, day))) await createPartitions(tx, day, addDays(day, 1));
}

/** Returns false if another node updates metrics. */
async function followVulnerabilities({ db }: UpdateDeps): Promise<boolean> {
  if (!(await hasChangedVulnerabilities(db))) return true;
  return inTransaction(db, async (tx) => {
    if (!(await tryLockMetrics(tx))) return false;
    await expandVulnerabilityChanges(tx);
    return true;
  });
}

/** Updates the facts of vulnerabilities whose severity, aliases or exploitation changed, and records their projects. */
async function expandVulnerabilityChanges(tx: Tx): Promise<void> {
  const projectIds = await updateFacts(tx);
  if (projectIds.length > 0) await recordFindingChanges(tx, 'metrics', projectIds);
}
