import type { Db } from '../../../platform/db/database.ts';
import type { ProjectNumbers } from '../../metric-values/metric-numbers.ts';
import { sumPortfolio } from './portfolio-store.ts';

export interface PortfolioTotals extends ProjectNumbers {
  readonly projects: number;
  readonly vulnerable_projects: number;
  readonly risk_score: number;
}

/** The sums over all active projects, without access control: for the operators of the service. */
export async function getTotals(db: Db): Promise<PortfolioTotals> {
  return sumPortfolio(db, 'all');
}
