import type { Db } from '../../../platform/db/database.ts';
import { COUNTED_SEVERITIES, type RiskWeights } from '../../metric-values/risk-score.ts';
import { findSetting } from '../../settings/find-setting.ts';

export async function loadRiskWeights(db: Db): Promise<RiskWeights> {
  const weights: Partial<Record<keyof RiskWeights, number>> = {};
  for (const severity of COUNTED_SEVERITIES) {
    weights[severity] = Number(await findSetting(db, 'risk-score', `weight.${severity}`));
  }
  return weights as RiskWeights;
}
