import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteUnusedFiles } from '../../platform/files/delete-unused-files.ts';
import { pastDays } from '../../platform/past-days.ts';
import { deleteReceipts, letGoOfDocuments, listUnusedFiles } from './vex-store.ts';

/** Deletes what is past its days. */
export async function cleanUpImports(ctx: Context): Promise<void> {
  const documents = pastDays(ctx.now(), ctx.config['svc.vex.original.retention-days']);
  const receipts = pastDays(ctx.now(), ctx.config['svc.vex.receipt.retention-days']);
  await inTransaction(ctx.db, async (tx) => {
    if (documents) await letGoOfDocuments(tx, documents);
    if (receipts) await deleteReceipts(tx, receipts);
  });
  await deleteUnusedFiles(ctx, listUnusedFiles);
}
