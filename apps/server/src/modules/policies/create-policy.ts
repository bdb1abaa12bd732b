import type { NewPolicy } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { getPolicy } from './get-policy.ts';
import type { DescribedPolicyRow } from './policy.ts';
import { policyExists } from './policy-errors.ts';
import { insertPolicy } from './policy-store.ts';

/** "operator default ANY, violationState default INFO." Nothing is evaluated: a policy without conditions has no violations. */
export async function createPolicy(
  ctx: Context,
  principal: Principal,
  body: NewPolicy,
): Promise<DescribedPolicyRow> {
  const uuid = newUuid();
  return inConflictTransaction(ctx.db, policyExists, async (tx) => {
    await insertPolicy(tx, uuid, {
      name: body.name.trim(),
      operator: body.operator ?? 'ANY',
      violation_state: body.violationState ?? 'INFO',
      include_children: body.includeChildren ?? false,
      only_latest_project_version: body.onlyLatestProjectVersion ?? false,
    });
    return getPolicy(tx, principal, uuid);
  });
}
