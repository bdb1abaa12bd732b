import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../platform/db/database.ts';
import { listDifferingPortfolioProjects } from '../findings/record-findings.ts';
import { matchCpe, matchPackage } from './match/match-candidates.ts';
import {
  addMatchedNames,
  addMatchedPurls,
  analyzeMatched,
  collectKeys,
  listNameCandidates,
  listPurlCandidates,
  matchPurls,
  openPortfolioMatch,
  reportedInPortfolio,
} from './portfolio-match-store.ts';

/**
 * Returns the projects whose findings an analysis would change (ADR 0035). Matches every package URL and CPE name once,
 * however many components have it, and compares the result with all findings. Locks nothing and stores nothing. `tx` must
 * be a snapshot.
 */
export async function listProjectsToAnalyze(tx: Tx, analyzers: readonly string[]): Promise<number[]> {
  await openPortfolioMatch(tx);
  await collectKeys(tx);
  await matchPurls(tx);
  await decideCandidates(listPurlCandidates(tx), matchPackage, (matched) => addMatchedPurls(tx, matched));
  await decideCandidates(listNameCandidates(tx), matchCpe, (matched) => addMatchedNames(tx, matched));
  await analyzeMatched(tx);
  return listDifferingPortfolioProjects(tx, reportedInPortfolio, analyzers);
}

/** Decides candidates that the keys leave open. */
async function decideCandidates<Candidate>(
  blocks: AsyncIterable<readonly Candidate[]>,
  matches: (candidate: Candidate) => boolean,
  add: (matched: readonly Candidate[]) => Promise<void>,
): Promise<void> {
  for await (const block of blocks) {
    await add(block.filter(matches));
    await nextTurn();
  }
}
