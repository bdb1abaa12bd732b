import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordPolicyChange } from '../policies/record-policy-change.ts';
import { insertChangedConditions } from './condition-change-store.ts';

/**
 * Records changed conditions (before and after the change): they determine which projects are concerned. The record
 * outlives the job, so that the change is applied even if the job is lost.
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

/** One waiting job is enough for any number of changes. */
export async function enqueueApplication(ctx: Pick<Context, 'jobs'>, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, 'apply-vuln-policies', { conditions: [] }, { unlessWaiting: true });
}
