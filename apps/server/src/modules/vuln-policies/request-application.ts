import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordPolicyChange } from '../portfolio/policy-rechecks.ts';
import { insertChangedConditions } from './policy-change-store.ts';

/**
 * After policies have changed: their conditions, before and after, say which projects may be concerned. They are written
 * down, so that the change is followed whatever becomes of the job.
 */
export async function requestApplication(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  conditions: readonly string[],
): Promise<void> {
  await insertChangedConditions(tx, [...new Set(conditions)]);
  await enqueueApplication(ctx, tx);
  await recordPolicyChange(tx);
}

/** However many policies have changed, one job that has not started yet does for all. */
export async function enqueueApplication(ctx: Pick<Context, 'jobs'>, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, 'apply-vuln-policies', { conditions: [] }, { unlessWaiting: true });
}
