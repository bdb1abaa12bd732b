import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { lockCondition } from './lock-policy.ts';
import * as store from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';

export async function deleteCondition(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { id, policyUuid } = await lockCondition(tx, uuid);
    await store.deleteCondition(tx, id);
    await requestEvaluation(ctx, tx, policyUuid);
  });
}
