import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../platform/db/database.ts';
import { findDifferingProjects } from '../findings/record-findings.ts';
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
 * The projects of the whole portfolio whose findings are not what they should be. Every package URL and every CPE name
 * is matched once, however many components have it, and what comes out is held against all findings at a time. Locks
 * nothing and writes nothing: what changes meanwhile is analysed by whoever changes it. `tx` must be a snapshot.
 */
export async function findProjectsToAnalyze(tx: Tx, analyzers: readonly string[]): Promise<number[]> {
  await openPortfolioMatch(tx);
  await collectKeys(tx);
  await matchPurls(tx);
  await decide(listPurlCandidates(tx), matchPackage, (matched) => addMatchedPurls(tx, matched));
  await decide(listNameCandidates(tx), matchCpe, (matched) => addMatchedNames(tx, matched));
  await analyzeMatched(tx);
  return findDifferingProjects(tx, reportedInPortfolio, analyzers);
}

/** What the keys do not decide alone, block by block. */
async function decide<Candidate>(
  blocks: AsyncIterable<readonly Candidate[]>,
  matches: (candidate: Candidate) => boolean,
  add: (matched: readonly Candidate[]) => Promise<void>,
): Promise<void> {
  for await (const block of blocks) {
    await add(block.filter(matches));
    await nextTurn();
  }
}
