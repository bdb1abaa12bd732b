import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { lockUserPolicy } from './lock-user-policy.ts';
import { requestApplication } from './request-application.ts';
import { deletePolicies } from './vuln-policy-store.ts';

/** What the policy has decided is reset when the change is applied to the portfolio. */
export async function deleteVulnPolicy(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { condition } = await lockUserPolicy(tx, uuid);
    await deletePolicies(tx, [uuid]);
    await requestApplication(ctx, tx, [condition]);
  });
}
