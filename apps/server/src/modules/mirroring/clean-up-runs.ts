import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteStoredFiles } from '../../platform/files/stored-file-store.ts';
import { settleAbandonedRuns } from './end-run.ts';
import { deleteRuns, listUnusedFiles } from './mirror-run-store.ts';

const DAY_MS = 86_400_000;

/** Deletes runs past their retention and files that no run needs. */
export async function cleanUpRuns(ctx: Context): Promise<void> {
  const days = ctx.config['svc.vuln-data-source.history.retention-days'];
  const before = (count: number) => new Date(ctx.now().getTime() - count * DAY_MS);
  await settleAbandonedRuns(ctx);
  const files = await listUnusedFiles(ctx.db, before(1));
  await inTransaction(ctx.db, async (tx) => {
    if (days > 0) await deleteRuns(tx, before(days));
    await deleteStoredFiles(tx, files);
  });
}
