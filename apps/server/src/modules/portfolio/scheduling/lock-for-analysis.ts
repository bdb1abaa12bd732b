import type { Tx } from '../../../platform/db/database.ts';
import { lockProjects } from './analysis-time-store.ts';

/**
 * Locks projects against other analyses, imports, manual changes of their components and deletion until the transaction
 * ends. Returns the ids of those that still exist. With `skip` it leaves out projects that another transaction has
 * locked.
 */
export function lockForAnalysis(
  tx: Tx,
  projectIds: readonly number[],
  locked: 'wait' | 'skip' = 'wait',
): Promise<number[]> {
  return lockProjects(tx, projectIds, locked);
}
