import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { getPolicy } from './get-policy.ts';
import { lockPolicy } from './lock-policy.ts';
import type { DescribedPolicyRow } from './policy.ts';
import { addProject, removeProject } from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';

/** Returns undefined if nothing changed. */
export async function changePolicyProject(
  ctx: Context,
  principal: Principal,
  { policyUuid, projectUuid }: { readonly policyUuid: string; readonly projectUuid: string },
  change: 'add' | 'remove',
): Promise<DescribedPolicyRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const id = await lockPolicy(tx, policyUuid);
    const projectId = await getProjectId(tx, principal, projectUuid);
    const isChanged = await (change === 'add' ? addProject : removeProject)(tx, id, projectId);
    if (!isChanged) return undefined;
    await requestEvaluation(ctx, tx, policyUuid);
    return getPolicy(tx, principal, policyUuid);
  });
}
