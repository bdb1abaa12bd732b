import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { carryForward } from '../../metric-values/carry-metrics-access.ts';
import { mergePortfolioChanges, mergeProjectChanges } from '../../metric-values/portfolio-changes-access.ts';
import { loadRetentionDays } from '../load-retention-days.ts';
import { addDays, toUtcDay } from '../utc-day.ts';
import { createPartitions, dropPartition, listPartitionDays } from './partition-store.ts';
import { lockMetrics } from './update-store.ts';

/** Enough for a node whose clock is ahead, and for a job that fails for some days. */
const DAYS_AHEAD = 3;

/**
 * Creates the partitions of the next days, and drops those of days before the retention. The last numbers before the
 * retention are carried to its first day, so that a series still begins with them. Merges the changes of the portfolio and of projects.
 */
export async function maintainPartitions(ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> {
  const today = toUtcDay(ctx.now());
  await inTransaction(ctx.db, (tx) => createPartitions(tx, today, addDays(today, DAYS_AHEAD)));
  const firstKept = addDays(today, -(await loadRetentionDays(ctx)));
  const expired = (await listPartitionDays(ctx.db)).filter((day) => day < firstKept);
  await inTransaction(ctx.db, async (tx) => {
    await lockMetrics(tx);
    await mergePortfolioChanges(tx, firstKept);
    await mergeProjectChanges(tx, firstKept);
    if (expired.length === 0) return;
    await createPartitions(tx, firstKept, firstKept);
    await carryForward(tx, firstKept);
    for (const day of expired) await dropPartition(tx, day);
  });
}
