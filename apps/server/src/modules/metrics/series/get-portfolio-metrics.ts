import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { PortfolioMetricsRow } from '../../metric-values/metric-numbers.ts';
import { sumPortfolio } from './portfolio-store.ts';

/** Without projects the numbers are zeros that were measured now. */
export async function getPortfolioMetrics(ctx: Context, principal: Principal): Promise<PortfolioMetricsRow> {
  const sums = await sumPortfolio(ctx.db, principal);
  return { ...sums, measured_at: sums.measured_at ?? ctx.now() };
}
