import type { Tx } from '../../platform/db/database.ts';
import type { EpssScore } from './alias-access.ts';
import { upsertEpssScores } from './exploitation-store.ts';
import { isEpssScore } from './is-epss-score.ts';

/** Of CVEs that are given twice the last one counts; those that are none, or no probabilities, are left out. */
export async function recordEpssScores(tx: Tx, scores: readonly EpssScore[]): Promise<number> {
  const byCve = new Map(scores.filter(isEpssScore).map((score) => [score.cve, score]));
  return byCve.size === 0 ? 0 : upsertEpssScores(tx, [...byCve.values()]);
}
