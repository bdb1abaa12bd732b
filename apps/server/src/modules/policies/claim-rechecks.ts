import type { Tx } from '../../platform/db/database.ts';
import { claimProjectChanges } from '../project-changes/claim-project-changes.ts';
import { deleteRechecks } from './recheck-store.ts';

/** The policies to evaluate by project; null for all policies of both kinds. */
export type Rechecks = ReadonlyMap<number, ReadonlySet<number> | null>;

/**
 * Claims everything that is due in the projects, to be evaluated in the same transaction. Project changes first: an
 * expansion that is about to commit turns them into rechecks.
 */
export async function claimRechecks(tx: Tx, projectIds: readonly number[]): Promise<Rechecks> {
  const changed = await claimProjectChanges(tx, 'policies', projectIds);
  const rechecks = new Map<number, Set<number> | null>(changed.map(({ projectId }) => [projectId, null]));
  for (const { projectId, policyId } of await deleteRechecks(tx, projectIds)) {
    const known = rechecks.get(projectId);
    if (policyId === null || known === null) rechecks.set(projectId, null);
    else rechecks.set(projectId, (known ?? new Set()).add(policyId));
  }
  return rechecks;
}
