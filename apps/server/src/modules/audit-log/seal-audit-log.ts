import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { appendToLog } from './append-to-log.ts';
import { hasPending, lockAuditLog, takePending } from './audit-store.ts';

const BATCH = 500;

/** Moves what triggers recorded into the hash-chained log. Any number of nodes may do so at once. */
export async function sealAuditLog(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  while (await hasPending(ctx.db)) {
    await inTransaction(ctx.db, async (tx) => {
      // Before reading what is pending: otherwise two nodes could both wait for the same rows.
      await lockAuditLog(tx);
      await appendToLog(tx, ctx.now(), await takePending(tx, BATCH));
    });
  }
}
