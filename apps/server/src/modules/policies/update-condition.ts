import type { NewPolicyCondition, PolicyConditionChange } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getCondition } from './get-condition.ts';
import { lockCondition } from './lock-policy.ts';
import type { ConditionRow } from './policy.ts';
import * as store from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';
import { toConditionColumns } from './to-condition-columns.ts';

export async function updateCondition(
  ctx: Context,
  principal: Principal,
  body: PolicyConditionChange,
): Promise<ConditionRow> {
  return inTransaction(ctx.db, async (tx) => {
    const { id, policyUuid, violationType } = await lockCondition(tx, body.uuid);
    const given = body.violationType ?? (violationType as NewPolicyCondition['violationType']);
    await store.updateCondition(tx, id, toConditionColumns({ ...body, violationType: given }));
    await requestEvaluation(ctx, tx, policyUuid);
    return getCondition(tx, principal, policyUuid, body.uuid);
  });
}
