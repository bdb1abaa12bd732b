import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { deleteUnusedFiles } from '../../platform/files/delete-unused-files.ts';
import { discardStaleFiles } from '../../platform/files/received-file.ts';
import type { DocumentKind } from './document-kind.ts';
import { temporaryDirectory } from './document-place.ts';
import { listUnusedFiles } from './upload-store.ts';

/** Deletes what `expire` deletes, in one transaction, and then every stored file that no upload refers to. */
export async function cleanUpDocuments(
  ctx: Context,
  kind: DocumentKind,
  expire: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, expire);
  await deleteUnusedFiles(ctx, (db, before, limit) => listUnusedFiles(db, kind, before, limit));
}

/** Deletes what processes that died have left on the disk of this node. Logs and continues if it cannot. */
export async function discardStaleDocuments(ctx: Context): Promise<void> {
  const directory = temporaryDirectory(ctx.config);
  await discardStaleFiles(directory, ctx.now()).catch((error: unknown) =>
    ctx.log.warn({ err: error, directory }, 'Stale temporary files could not be deleted'),
  );
}
