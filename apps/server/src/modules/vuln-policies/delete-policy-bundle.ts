import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { deleteBundle, lockBundle } from './bundle-store.ts';
import { requestApplication } from './request-application.ts';
import { bundleNotFound } from './vuln-policy-errors.ts';
import { deletePolicies, listOfBundle } from './vuln-policy-store.ts';

/** "Its policies go too and their analyses are reset." */
export async function deletePolicyBundle(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockBundle(tx, uuid))) throw bundleNotFound();
    const policies = await listOfBundle(tx, uuid);
    const uuids = policies.map((policy) => policy.uuid);
    const conditions = policies.map(({ condition }) => condition);
    await deletePolicies(tx, uuids);
    await deleteBundle(tx, uuid);
    if (policies.length > 0) await requestApplication(ctx, tx, conditions);
  });
}
