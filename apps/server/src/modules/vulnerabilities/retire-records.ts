import type { Tx } from '../../platform/db/database.ts';
import { recordAliases } from './aliases/record-aliases.ts';
import { upsertAsserter } from './asserter-store.ts';
import { deleteStatements, rejectUnreported } from './retire-store.ts';
import type { Asserter } from './vulnerability-asserters.ts';
import { lockRecords, nextGeneration, setGeneration } from './vulnerability-merge-store.ts';

/**
 * Withdraws what an asserter stated about vulnerabilities that its publisher deleted. A vulnerability that no
 * other source reports is withdrawn: it keeps its decisions and history, and matches nothing. If the publisher lists it
 * again, recording it ends the withdrawal.
 */
export async function retireRecords(
  tx: Tx,
  asserter: Asserter,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await lockRecords(tx);
  const asserterId = await upsertAsserter(tx, asserter);
  const keys = await deleteStatements(tx, asserterId, ids);
  await recordAliases(tx, asserterId, keys);
  await rejectUnreported(tx, ids, now);
  await setGeneration(tx, ids, await nextGeneration(tx));
}
