import type { NewPolicyCondition } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { getCondition } from './get-condition.ts';
import { lockPolicy } from './lock-policy.ts';
import type { ConditionRow } from './policy.ts';
import { insertCondition } from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';
import { toConditionColumns } from './to-condition-columns.ts';

export async function createCondition(
  ctx: Context,
  principal: Principal,
  policyUuid: string,
  body: NewPolicyCondition,
): Promise<ConditionRow> {
  const columns = toConditionColumns(body);
  const uuid = newUuid();
  return inTransaction(ctx.db, async (tx) => {
    await insertCondition(tx, await lockPolicy(tx, policyUuid), uuid, columns);
    await requestEvaluation(ctx, tx, policyUuid);
    return getCondition(tx, principal, policyUuid, uuid);
  });
}
