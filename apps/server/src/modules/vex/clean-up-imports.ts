import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteStoredFiles } from '../../platform/files/stored-file-store.ts';
import {
  deleteReceipts,
  finishUpload,
  letGoOfDocuments,
  listAbandoned,
  listUnusedFiles,
} from './vex-store.ts';

const DAY_MS = 86_400_000;

/** Deleting a file takes time with its size; a transaction for each few keeps them short. */
const FILES_AT_ONCE = 50;

/** A file that nobody refers to may belong to an upload that is just being accepted. */
const ACCEPTED_WITHIN_MS = 3_600_000;

/** Deletes what is past its days, and settles the imports whose jobs were given up. */
export async function cleanUpImports(ctx: Context): Promise<void> {
  const documents = toTime(ctx, ctx.config['svc.vex.original.retention-days']);
  const receipts = toTime(ctx, ctx.config['svc.vex.receipt.retention-days']);
  await failAbandoned(ctx);
  await inTransaction(ctx.db, async (tx) => {
    if (documents) await letGoOfDocuments(tx, documents);
    if (receipts) await deleteReceipts(tx, receipts);
  });
  await deleteUnusedFiles(ctx);
}

/** Nothing is past 0 days: they mean for ever. */
function toTime(ctx: Context, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(ctx.now().getTime() - days * DAY_MS);
}

async function failAbandoned(ctx: Context): Promise<void> {
  const failure = 'Every node that worked on the import died.';
  for (const { id } of await listAbandoned(ctx.db)) {
    await inTransaction(ctx.db, (tx) =>
      finishUpload(tx, id, { state: 'FAILED', processed_at: ctx.now(), failure }),
    );
  }
}

async function deleteUnusedFiles(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - ACCEPTED_WITHIN_MS);
  for (;;) {
    const ids = await listUnusedFiles(ctx.db, before, FILES_AT_ONCE);
    if (ids.length === 0) return;
    await inTransaction(ctx.db, (tx) => deleteStoredFiles(tx, ids));
  }
}
