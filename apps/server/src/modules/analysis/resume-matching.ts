import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { getGeneration } from '../vulnerabilities/list-changed-vulnerabilities.ts';
import { getWatermark } from './watermark-store.ts';

/** Enqueues matching if changed vulnerabilities are left and no job is pending, because it was lost or failed. */
export async function resumeMatching(ctx: Context): Promise<void> {
  const [latest, { generation }] = [await getGeneration(ctx.db), await getWatermark(ctx.db)];
  if (latest <= generation || (await ctx.jobs.isUnfinished(ctx.db, 'match-changed-vulnerabilities', {})))
    return;
  await inTransaction(ctx.db, (tx) =>
    ctx.jobs.enqueue(tx, 'match-changed-vulnerabilities', {}, { unlessWaiting: true }),
  );
}
