import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../platform/db/database.ts';
import { matchCpe, matchPackage } from './match/match-candidates.ts';
import {
  listCpeCandidates,
  listPackageCandidates,
  type MatchScope,
  reportMatches,
  reportPackageMatches,
} from './match-store.ts';

/**
 * The internal analyzer: reports (record-findings.ts) which components in the scope are affected by which
 * vulnerabilities in it. One join over the sort keys decides nearly everything; what is about releases of
 * distributions, versions that cannot be read and CPE names, the functions in `match/` decide.
 */
export async function matchComponents(tx: Tx, scope: MatchScope): Promise<void> {
  await reportPackageMatches(tx, scope);
  const packages = await listPackageCandidates(tx, scope);
  await reportMatches(tx, 'PURL', await filterInParts(packages, matchPackage));
  const cpes = await listCpeCandidates(tx, scope);
  await reportMatches(tx, 'CPE', await filterInParts(cpes, matchCpe));
}

/** Comparing them all at once would hold up the whole process. */
const PART = 1_000;

async function filterInParts<Item>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let at = 0; at < items.length; at += PART) {
    for (const item of items.slice(at, at + PART)) if (matches(item)) found.push(item);
    await nextTurn();
  }
  return found;
}
