import type { Tx } from '../../platform/db/database.ts';
import { claimChangedProjects } from '../project-changes/claim-changed-projects.ts';
import { expandPolicyChanges } from './policy-change-store.ts';
import { insertRechecks } from './recheck-store.ts';

/** How many project changes one transaction expands. */
const MAX_CHANGES = 10_000;

/** Turns changed policies and changed projects into rechecks, in one transaction. */
export async function expandChanges(tx: Tx): Promise<void> {
  await expandPolicyChanges(tx);
  const changed = await claimChangedProjects(tx, 'policies', MAX_CHANGES);
  if (changed.length > 0)
    await insertRechecks(
      tx,
      changed.map(({ projectId }) => projectId),
    );
}
