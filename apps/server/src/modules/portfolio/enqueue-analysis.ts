import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';

/**
 * The findings of a project follow what happened to its components. However often that happens, one analysis that has
 * not started yet does for all.
 */
export async function enqueueAnalysis(
  ctx: Context,
  tx: Tx,
  projectUuid: string,
  trigger: 'CHANGE' | 'CLONE',
  token?: string,
): Promise<void> {
  const following = token === undefined ? {} : { token };
  await ctx.jobs.enqueue(
    tx,
    'analyze-project',
    { projectUuid, trigger },
    { unlessWaiting: true, ...following },
  );
}
