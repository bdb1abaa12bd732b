import type { Tx } from '../../platform/db/database.ts';
import { upsertAsserter } from './asserter-store.ts';
import { type KevEntry, replaceKevAssertions } from './exploitation-store.ts';
import { keyOf } from './plan-recording.ts';
import type { Asserter } from './vulnerability-asserters.ts';

/**
 * Takes over a whole catalogue: "rows no longer present are removed, except that an empty download deletes
 * nothing". The name of the asserter is shown as it is: `cisa`.
 */
export async function recordKevAssertions(
  tx: Tx,
  asserter: Asserter,
  entries: readonly KevEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  await replaceKevAssertions(tx, await upsertAsserter(tx, asserter), [...byKey.values()], now);
}
