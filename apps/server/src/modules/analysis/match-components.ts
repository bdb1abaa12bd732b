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
 * The internal analyzer. Reports (record-findings.ts) which components in the scope are affected by which
 * vulnerabilities. One join over sort keys decides most cases. The functions in `match/` decide the rest: releases of
 * distributions, versions that cannot be parsed, and CPE names.
 */
export async function matchComponents(tx: Tx, scope: MatchScope): Promise<void> {
  await reportPackageMatches(tx, scope);
  const packages = await listPackageCandidates(tx, scope);
  await reportMatches(tx, 'PURL', await filterInParts(packages, matchPackage));
  const cpes = await listCpeCandidates(tx, scope);
  await reportMatches(tx, 'CPE', await filterInParts(cpes, matchCpe));
}

/** Comparing all items at once would block the event loop. */
const PART_SIZE = 1_000;

async function filterInParts<Item>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let at = 0; at < items.length; at += PART_SIZE) {
    for (const item of items.slice(at, at + PART_SIZE)) if (matches(item)) found.push(item);
    await nextTurn();
  }
  return found;
}
