import type { Tx } from '../../platform/db/database.ts';
import { upsertAsserter } from './asserter-store.ts';
import { type KevEntry, replaceKevAssertions } from './exploitation-store.ts';
import { isIdentifier } from './is-identifier.ts';
import { keyOf } from './plan-recording.ts';
import type { Asserter } from './vulnerability-asserters.ts';

export type { KevEntry } from './exploitation-store.ts';

/**
 * Takes over a whole catalogue: "rows no longer present are removed, except that an empty download deletes
 * nothing". The name of the asserter is shown as it is: `cisa`. Returns how many entries were added or changed.
 */
export async function recordKevAssertions(
  tx: Tx,
  asserter: Asserter,
  entries: readonly KevEntry[],
  now: Date,
): Promise<number> {
  const named = entries.filter(({ vulnId }) => isIdentifier(vulnId));
  const byKey = new Map(named.map((entry) => [keyOf(entry), entry]));
  if (byKey.size === 0) return 0;
  return replaceKevAssertions(tx, await upsertAsserter(tx, asserter), [...byKey.values()], now);
}
