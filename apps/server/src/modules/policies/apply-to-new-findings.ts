import type { Tx } from '../../platform/db/database.ts';
import { getPolicyGeneration, lockPolicyGeneration } from './policy-generation-store.ts';
import { insertRechecks } from './recheck-store.ts';

/**
 * Applies policies to findings that are not committed yet. A policy that changes meanwhile cannot find their projects, so
 * they are recorded for another evaluation if that happens.
 */
export async function applyToNewFindings<T>(
  tx: Tx,
  projectIds: readonly number[],
  apply: () => Promise<T>,
): Promise<T> {
  const before = await getPolicyGeneration(tx);
  const result = await apply();
  if ((await lockPolicyGeneration(tx)) !== before) await insertRechecks(tx, projectIds);
  return result;
}
