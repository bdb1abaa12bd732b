import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';

/** Enqueues a job that applies vulnerability policies wherever a policy has decided something. */
export async function enqueuePolicies(ctx: Context, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, 'apply-vuln-policies', { conditions: [] }, { unlessWaiting: true });
}
