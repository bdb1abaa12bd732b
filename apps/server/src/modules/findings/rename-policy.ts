import type { Tx } from '../../platform/db/database.ts';
import { renamePolicyOfDecisions } from './decisions/decision-store.ts';

/** What a policy has decided stays its own under its new name; the history keeps the name that it had then. */
export async function renamePolicy(tx: Tx, from: string, to: string): Promise<void> {
  if (from !== to) await renamePolicyOfDecisions(tx, from, to);
}
