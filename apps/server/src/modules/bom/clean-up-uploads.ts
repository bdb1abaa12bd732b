import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteUnusedFiles } from '../../platform/files/delete-unused-files.ts';
import { discardStaleFiles } from '../../platform/files/received-file.ts';
import { pastDays } from '../../platform/past-days.ts';
import { forgetRemoved } from '../portfolio/record-import.ts';
import { deleteHistory, letGoOfDocuments, listUnusedFiles } from './bom-store.ts';
import { documentPlace } from './document-place.ts';

/** Deletes what is past its days and what was left behind. */
export async function cleanUpUploads(ctx: Context): Promise<void> {
  const { config } = ctx;
  const now = ctx.now();
  const documents = pastDays(now, config['svc.bom.original.retention-days']);
  const history = pastDays(now, config['svc.bom.history.retention-days']);
  const removed = pastDays(now, config['svc.bom.removed-components.retention-days']);
  await discardStaleFiles(documentPlace(config).directory, now);
  await inTransaction(ctx.db, async (tx) => {
    if (documents) await letGoOfDocuments(tx, documents);
    if (history) await deleteHistory(tx, history);
    if (removed) await forgetRemoved(tx, removed);
  });
  await deleteUnusedFiles(ctx, listUnusedFiles);
}
