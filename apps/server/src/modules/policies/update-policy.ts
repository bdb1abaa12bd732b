import type { PolicyChange } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getPolicy } from './get-policy.ts';
import { lockPolicy } from './lock-policy.ts';
import type { DescribedPolicyRow } from './policy.ts';
import { policyExists } from './policy-errors.ts';
import * as store from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';

export async function updatePolicy(
  ctx: Context,
  principal: Principal,
  body: PolicyChange,
): Promise<DescribedPolicyRow> {
  return inConflictTransaction(ctx.db, policyExists, async (tx) => {
    const id = await lockPolicy(tx, body.uuid);
    await store.updatePolicy(tx, id, {
      name: body.name.trim(),
      ...(body.operator && { operator: body.operator }),
      ...(body.violationState && { violation_state: body.violationState }),
      include_children: body.includeChildren ?? false,
      only_latest_project_version: body.onlyLatestProjectVersion ?? false,
    });
    await requestEvaluation(ctx, tx, body.uuid);
    return getPolicy(tx, principal, body.uuid);
  });
}
