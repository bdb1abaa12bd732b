import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { discardStaleFiles } from '../../platform/files/received-file.ts';
import { deleteStoredFiles } from '../../platform/files/stored-file-store.ts';
import { findImportTarget, forgetRemoved } from '../portfolio/record-import.ts';
import { deleteHistory, letGoOfDocuments, listAbandoned, listUnusedFiles } from './bom-store.ts';
import { documentPlace } from './document-place.ts';
import { recordFailure } from './record-failure.ts';

const DAY_MS = 86_400_000;

/** Deleting a file takes time with its size; a transaction for each few keeps them short. */
const FILES_AT_ONCE = 50;

/** A file that nobody refers to may belong to an upload that is just being accepted. */
const ACCEPTED_WITHIN_MS = 3_600_000;

/** Deletes what is past its days and what was left behind, and settles the uploads whose jobs were given up. */
export async function cleanUpUploads(ctx: Context): Promise<void> {
  const { config } = ctx;
  const documents = toTime(ctx, config['svc.bom.original.retention-days']);
  const history = toTime(ctx, config['svc.bom.history.retention-days']);
  const removed = toTime(ctx, config['svc.bom.removed-components.retention-days']);
  await discardStaleFiles(documentPlace(config).directory, ctx.now());
  await failAbandoned(ctx);
  await inTransaction(ctx.db, async (tx) => {
    if (documents) await letGoOfDocuments(tx, documents);
    if (history) await deleteHistory(tx, history);
    if (removed) await forgetRemoved(tx, removed);
  });
  await deleteUnusedFiles(ctx);
}

/** Nothing is past 0 days: they mean for ever. */
function toTime(ctx: Context, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(ctx.now().getTime() - days * DAY_MS);
}

async function deleteUnusedFiles(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - ACCEPTED_WITHIN_MS);
  for (;;) {
    const ids = await listUnusedFiles(ctx.db, before, FILES_AT_ONCE);
    if (ids.length === 0) return;
    await inTransaction(ctx.db, (tx) => deleteStoredFiles(tx, ids));
  }
}

async function failAbandoned(ctx: Context): Promise<void> {
  for (const upload of await listAbandoned(ctx.db)) {
    const target = await findImportTarget(ctx.db, upload.project_id);
    const error = new Error('Every node that worked on the upload died.');
    if (target) await recordFailure(ctx, upload, target.subject, error);
  }
}
