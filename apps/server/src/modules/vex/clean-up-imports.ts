import type { Context } from '../../platform/context.ts';
import { pastDays } from '../../platform/past-days.ts';
import { cleanUpDocuments } from '../documents/clean-up-documents.ts';
import { VEX_KIND } from './vex-kind.ts';
import { deleteReceipts, releaseDocuments } from './vex-store.ts';

/** Deletes documents and receipts that are past their retention. */
export async function cleanUpImports(ctx: Context): Promise<void> {
  const documents = pastDays(ctx.now(), ctx.config['svc.vex.original.retention-days']);
  const receipts = pastDays(ctx.now(), ctx.config['svc.vex.receipt.retention-days']);
  await cleanUpDocuments(ctx, VEX_KIND, async (tx) => {
    if (documents) await releaseDocuments(tx, documents);
    if (receipts) await deleteReceipts(tx, receipts);
  });
}
