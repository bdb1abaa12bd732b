import type { Db } from '../../../platform/db/database.ts';
import { type CountedSeverity, computeRiskScore } from '../../metric-values/risk-score.ts';
import { findSetting } from '../../settings/find-setting.ts';
import { loadRiskWeights } from '../update/load-risk-weights.ts';

type Scored = Readonly<Record<CountedSeverity, number>> & { readonly risk_score: number };

/**
 * Computes past risk scores with the current weights, unless `risk-score/weight.history.enabled` is false. Then every day
 * has the score of its weights.
 */
export async function weighPastDays<Day extends Scored>(db: Db, days: readonly Day[]): Promise<Day[]> {
  if ((await findSetting(db, 'risk-score', 'weight.history.enabled')) === 'false') return [...days];
  const weights = await loadRiskWeights(db);
  return days.map((day) => ({ ...day, risk_score: computeRiskScore(day, weights) }));
}
