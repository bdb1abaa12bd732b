import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { enqueueRecheck, hasProjectsToRecheck } from '../portfolio/policy-rechecks.ts';
import { hasPolicyChanges } from './policy-change-store.ts';

/** For changes of which nobody has told, and for those whose job was lost or given up. */
export async function resumeEvaluation(ctx: Context): Promise<void> {
  if (!(await hasPolicyChanges(ctx.db)) && !(await hasProjectsToRecheck(ctx.db))) return;
  await inTransaction(ctx.db, (tx) => enqueueRecheck(ctx, tx));
}
