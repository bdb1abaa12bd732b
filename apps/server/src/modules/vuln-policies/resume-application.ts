import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { hasChangedConditions } from './condition-change-store.ts';
import { enqueueApplication } from './request-application.ts';

/** Enqueues the job again for changes whose job was lost or failed. */
export async function resumeApplication(ctx: Context): Promise<void> {
  if (!(await hasChangedConditions(ctx.db))) return;
  await inTransaction(ctx.db, (tx) => enqueueApplication(ctx, tx));
}
