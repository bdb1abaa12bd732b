import { type Db, inTransaction } from '../db/database.ts';
import type { JobHandlers } from './catalog.ts';
import { deleteOldHistory } from './job-history-store.ts';
import { deleteOldTokens } from './pgboss-store.ts';
import { deleteOldProgress } from './work-token-store.ts';

/** A client that has not asked for a week will not ask again. An unknown token looks like finished work. */
const KEPT_DAYS = 7;

/** Longer than failed jobs are kept. */
const HISTORY_KEPT_DAYS = 40;

export function workTokenJobs(ctx: { readonly db: Db }): Pick<JobHandlers, 'work-token-cleanup'> {
  return {
    'work-token-cleanup': () =>
      inTransaction(ctx.db, async (tx) => {
        await deleteOldTokens(tx, KEPT_DAYS);
        await deleteOldProgress(tx, KEPT_DAYS);
        await deleteOldHistory(tx, HISTORY_KEPT_DAYS);
      }),
  };
}
