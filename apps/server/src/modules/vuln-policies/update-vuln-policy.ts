import type { VulnPolicyBody } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { renamePolicy } from '../findings/rename-policy.ts';
import { lockUserPolicy } from './lock-user-policy.ts';
import { requestApplication } from './request-application.ts';
import { toPolicyDraft } from './to-policy-draft.ts';
import { vulnPolicyExists } from './vuln-policy-errors.ts';
import { updatePolicies } from './vuln-policy-store.ts';

/** The condition may hold elsewhere now, so both the old and the new one are applied to the portfolio. */
export async function updateVulnPolicy(ctx: Context, uuid: string, body: VulnPolicyBody): Promise<void> {
  const draft = toPolicyDraft(body);
  await inConflictTransaction(ctx.db, vulnPolicyExists, async (tx) => {
    const { condition, name } = await lockUserPolicy(tx, uuid);
    await updatePolicies(tx, [{ ...draft, uuid }], ctx.now());
    await renamePolicy(tx, name, draft.name);
    await requestApplication(ctx, tx, [condition, draft.condition]);
  });
}
