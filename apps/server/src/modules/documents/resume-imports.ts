import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { DocumentKind } from './document-kind.ts';
import { listOrphanedUploads } from './upload-store.ts';

/** Enqueues the import of accepted uploads whose job was lost. */
export async function resumeImports(ctx: Context, { table, job }: DocumentKind): Promise<void> {
  for (const { token, projectUuid } of await listOrphanedUploads(ctx.db, table)) {
    ctx.log.warn({ job, token }, 'The job of an upload was lost; enqueued it again');
    await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, job, { token, projectUuid }, { token }));
  }
}
