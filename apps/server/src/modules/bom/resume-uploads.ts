import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { listForgotten } from './bom-store.ts';

/** Pending uploads on which no job works any more are imported: whatever happened to their job, they were accepted. */
export async function resumeUploads(ctx: Context): Promise<void> {
  for (const { token, projectUuid } of await listForgotten(ctx.db)) {
    ctx.log.warn({ token }, 'The job of an upload was lost; the upload is imported now');
    await inTransaction(ctx.db, (tx) =>
      ctx.jobs.enqueue(tx, 'import-bom', { token, projectUuid }, { token }),
    );
  }
}
