import type { VulnPolicyBody } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { newUuid } from '../../platform/ids.ts';
import { requestApplication } from './request-application.ts';
import { toPolicyDraft } from './to-policy-draft.ts';
import { vulnPolicyExists } from './vuln-policy-errors.ts';
import { insertPolicies } from './vuln-policy-store.ts';

/** Returns the UUID of the new policy. The transaction also requests that it is applied to the portfolio. */
export async function createVulnPolicy(ctx: Context, body: VulnPolicyBody): Promise<string> {
  const draft = toPolicyDraft(body);
  const uuid = newUuid();
  return inConflictTransaction(ctx.db, vulnPolicyExists, async (tx) => {
    await insertPolicies(tx, [{ ...draft, uuid }], null, ctx.now());
    await requestApplication(ctx, tx, [draft.condition]);
    return uuid;
  });
}
