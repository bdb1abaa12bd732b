import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';

/** One waiting job is enough for any number of changes. */
export async function enqueueEvaluation(ctx: Pick<Context, 'jobs'>, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, 'evaluate-policies', {}, { unlessWaiting: true });
}
