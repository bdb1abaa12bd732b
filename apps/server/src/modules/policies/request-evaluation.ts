import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueueRecheck, recordPolicyChange } from '../portfolio/policy-rechecks.ts';
import { insertPolicyChange } from './policy-change-store.ts';

/**
 * "Re-evaluated at once when a policy changes." The change is written down, so that it is followed whatever becomes of
 * the job; without a policy, all of them have changed.
 */
export async function requestEvaluation(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  policyUuid: string | null,
): Promise<void> {
  await insertPolicyChange(tx, policyUuid);
  await enqueueRecheck(ctx, tx);
  await recordPolicyChange(tx);
}
