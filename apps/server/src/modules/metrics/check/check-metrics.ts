import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { recordFindingChanges } from '../../project-changes/record-finding-changes.ts';
import { loadRiskWeights } from '../update/load-risk-weights.ts';
import { updateMetrics } from '../update/update-metrics.ts';
import { listCollectionLevels, lockMetrics } from '../update/update-store.ts';
import { listDifferences, listDifferentCollections } from './metrics-check-store.ts';

/** How many projects a log line names. */
const MAX_NAMED = 20;

/**
 * Compares stored metrics with a recount of all projects. Differences are defects of the service: they are logged as an
 * error, and the projects are counted again.
 */
export async function checkMetrics(ctx: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> {
  await updateMetrics(ctx);
  const differing = await inTransaction(ctx.db, async (tx) => {
    await lockMetrics(tx);
    const found = await listDifferingProjects(tx);
    if (found.length > 0) await recordFindingChanges(tx, 'metrics', found);
    return found;
  });
  if (differing.length === 0) return;
  ctx.log.error(
    { projects: differing.length, projectIds: differing.slice(0, MAX_NAMED) },
    'Stored metrics differ from a recount. The projects are counted again',
  );
  await updateMetrics(ctx);
}

async function listDifferingProjects(tx: Tx): Promise<number[]> {
  const weights = await loadRiskWeights(tx);
  const collections = (await listCollectionLevels(tx, 'all')).flat();
  return [
    ...(await listDifferences(tx, weights)),
    ...(await listDifferentCollections(tx, collections, weights)),
  ];
}
