import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueueEvaluation } from './enqueue-evaluation.ts';
import { insertPolicyChange } from './policy-change-store.ts';
import { recordPolicyChange } from './record-policy-change.ts';

/**
 * "Re-evaluated at once when a policy changes." The record of the change outlives the job. Without a policy, all of them
 * have changed.
 */
export async function requestEvaluation(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  policyUuid: string | null,
): Promise<void> {
  await insertPolicyChange(tx, policyUuid);
  await enqueueEvaluation(ctx, tx);
  await recordPolicyChange(tx);
}
