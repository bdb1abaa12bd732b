import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { PortfolioMetricsRow } from '../../metric-values/metric-numbers.ts';
import { findDaysOfAll, listDaysOfAccessible } from './portfolio-store.ts';
import type { DayRange } from './series-store.ts';

/** One row for each day: the sums of the projects that the principal may see now. */
export async function listPortfolioMetrics(
  db: Db,
  principal: Principal,
  range: DayRange,
): Promise<PortfolioMetricsRow[]> {
  return (await findDaysOfAll(db, principal, range)) ?? (await listDaysOfAccessible(db, principal, range));
}
