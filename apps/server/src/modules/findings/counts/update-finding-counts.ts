import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import { claimProjectChanges } from '../../project-changes/claim-project-changes.ts';
import { listChangedProjects } from '../../project-changes/list-changed-projects.ts';
import { recordFindingChanges } from '../../project-changes/record-finding-changes.ts';
import {
  deleteRatingChanges,
  listProjectsWith,
  lockCounts,
  replaceCounts,
  updateCountedExploited,
} from './update-counts-store.ts';

/** Projects per transaction. */
const BATCH_SIZE = 100;

/** Counts the findings of changed projects and of projects with changed ratings. */
export async function updateFindingCounts(
  { db }: Pick<Context, 'db'>,
  { signal }: Pick<RunningJob<unknown>, 'signal'>,
): Promise<void> {
  await inTransaction(db, expandRatingChanges);
  const projectIds = await listChangedProjects(db, 'finding-counts');
  for (let start = 0; start < projectIds.length; start += BATCH_SIZE) {
    signal.throwIfAborted();
    await inTransaction(db, (tx) => updateCounts(tx, projectIds.slice(start, start + BATCH_SIZE)));
  }
}

/** Records the projects of vulnerabilities whose rating or exploitation has changed. */
async function expandRatingChanges(tx: Tx): Promise<void> {
  const vulnerabilityIds = [...(await deleteRatingChanges(tx)), ...(await updateCountedExploited(tx))];
  if (vulnerabilityIds.length === 0) return;
  await recordFindingChanges(tx, 'finding-counts', await listProjectsWith(tx, vulnerabilityIds));
}

/** The lock is acquired before changes are claimed, so that no earlier count replaces a later one. */
async function updateCounts(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await lockCounts(tx);
  await claimProjectChanges(tx, 'finding-counts', projectIds);
  await replaceCounts(tx, projectIds);
}
