import type { Tx } from '../../platform/db/database.ts';
import { advancePolicyGeneration } from './policy-generation-store.ts';

/** To be called last in a transaction that changes policies of either kind: analyses that commit wait for it. */
export async function recordPolicyChange(tx: Tx): Promise<void> {
  await advancePolicyGeneration(tx);
}
