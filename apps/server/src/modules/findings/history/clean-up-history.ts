import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { deletePastRatings } from '../../vulnerabilities/delete-past-ratings.ts';
import { deleteHistoryBefore } from './history-cleanup-store.ts';
import { toHistoryStart } from './to-as-of.ts';

/** Deletes the history of findings before the retention. Removed components are deleted by the clean-up of uploads. */
export async function cleanUpHistory(ctx: Context): Promise<void> {
  const start = toHistoryStart(ctx);
  if (!start) return;
  await inTransaction(ctx.db, (tx) => deleteHistoryBefore(tx, start));
  await inTransaction(ctx.db, (tx) => deletePastRatings(tx, start));
}
