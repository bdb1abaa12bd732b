import type { Tx } from '../../platform/db/database.ts';
import { renamePolicyOfDecisions } from './decisions/decision-store.ts';

/** Keeps the policy the owner of its decisions. The audit history keeps the old name. */
export async function renamePolicy(tx: Tx, from: string, to: string): Promise<void> {
  if (from !== to) await renamePolicyOfDecisions(tx, from, to);
}
