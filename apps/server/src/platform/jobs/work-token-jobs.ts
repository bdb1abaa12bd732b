import { type Db, inTransaction } from '../db/database.ts';
import type { JobHandlers } from './catalog.ts';
import { deleteOldProgress, deleteOldTokens } from './work-token-store.ts';

/** Whoever has not asked after a week will not ask any more. An unknown token reads like one whose work is done. */
const KEPT_DAYS = 7;

export function workTokenJobs(ctx: { readonly db: Db }): Pick<JobHandlers, 'work-token-cleanup'> {
  return {
    'work-token-cleanup': () =>
      inTransaction(ctx.db, async (tx) => {
        await deleteOldTokens(tx, KEPT_DAYS);
        await deleteOldProgress(tx, KEPT_DAYS);
      }),
  };
}
