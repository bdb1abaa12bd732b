import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import { claimProjectChanges } from '../../project-changes/claim-project-changes.ts';
import { listChangedProjects } from '../../project-changes/list-changed-projects.ts';
import { lockLicenseCounts, replaceLicenseCounts } from './license-counts-store.ts';

/** Projects per transaction. */
const BATCH_SIZE = 100;

/** Counts the components of changed projects by licence. */
export async function updateLicenseCounts(
  { db }: Pick<Context, 'db'>,
  { signal }: Pick<RunningJob<unknown>, 'signal'>,
): Promise<void> {
  const projectIds = await listChangedProjects(db, 'license-counts');
  for (let start = 0; start < projectIds.length; start += BATCH_SIZE) {
    signal.throwIfAborted();
    await inTransaction(db, (tx) => updateCounts(tx, projectIds.slice(start, start + BATCH_SIZE)));
  }
}

/** The lock is acquired before changes are claimed, so that no earlier count replaces a later one. */
async function updateCounts(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await lockLicenseCounts(tx);
  await claimProjectChanges(tx, 'license-counts', projectIds);
  await replaceLicenseCounts(tx, projectIds);
}
