import type { Context } from '../../platform/context.ts';
import { pastDays } from '../../platform/past-days.ts';
import { cleanUpDocuments, discardStaleDocuments } from '../documents/clean-up-documents.ts';
import { deleteRemovedElements } from '../portfolio/import/record-import.ts';
import { BOM_KIND } from './bom-kind.ts';
import { deleteHistory, releaseDocuments } from './bom-store.ts';

/** Deletes documents, history and removed components that are past their retention. */
export async function cleanUpUploads(ctx: Context): Promise<void> {
  const { config } = ctx;
  const now = ctx.now();
  const documents = pastDays(now, config['svc.bom.original.retention-days']);
  const history = pastDays(now, config['svc.bom.history.retention-days']);
  const removed = pastDays(now, config['svc.bom.removed-components.retention-days']);
  await discardStaleDocuments(ctx);
  await cleanUpDocuments(ctx, BOM_KIND, async (tx) => {
    if (documents) await releaseDocuments(tx, documents);
    if (history) await deleteHistory(tx, history);
    if (removed) await deleteRemovedElements(tx, removed);
  });
}
