import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteUnusedFiles } from '../../platform/files/delete-unused-files.ts';
import { pastDays } from '../../platform/past-days.ts';
import {
  deleteReceipts,
  finishUpload,
  letGoOfDocuments,
  listAbandoned,
  listUnusedFiles,
} from './vex-store.ts';

/** Deletes what is past its days, and settles the imports whose jobs were given up. */
export async function cleanUpImports(ctx: Context): Promise<void> {
  const documents = pastDays(ctx.now(), ctx.config['svc.vex.original.retention-days']);
  const receipts = pastDays(ctx.now(), ctx.config['svc.vex.receipt.retention-days']);
  await failAbandoned(ctx);
  await inTransaction(ctx.db, async (tx) => {
    if (documents) await letGoOfDocuments(tx, documents);
    if (receipts) await deleteReceipts(tx, receipts);
  });
  await deleteUnusedFiles(ctx, listUnusedFiles);
}

async function failAbandoned(ctx: Context): Promise<void> {
  const failure = 'Every node that worked on the import died.';
  for (const { id } of await listAbandoned(ctx.db)) {
    await inTransaction(ctx.db, (tx) =>
      finishUpload(tx, id, { state: 'FAILED', processed_at: ctx.now(), failure }),
    );
  }
}
