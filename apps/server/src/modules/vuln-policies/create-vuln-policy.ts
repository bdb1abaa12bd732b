import type { VulnPolicyBody } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { requestApplication } from './request-application.ts';
import { toPolicyDraft } from './to-policy-draft.ts';
import { toVulnPolicyConflict } from './vuln-policy-errors.ts';
import { insertPolicies } from './vuln-policy-store.ts';

/** Returns the UUID of the new policy. The transaction also requests that it is applied to the portfolio. */
export async function createVulnPolicy(ctx: Context, body: VulnPolicyBody): Promise<string> {
  const draft = toPolicyDraft(body);
  const uuid = newUuid();
  const creation = inTransaction(ctx.db, async (tx) => {
    await insertPolicies(tx, [{ ...draft, uuid }], null, ctx.now());
    await requestApplication(ctx, tx, [draft.condition]);
    return uuid;
  });
  return creation.catch((error: unknown) => {
    throw toVulnPolicyConflict(error);
  });
}
