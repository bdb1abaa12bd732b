import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { licenseGroupNotFound } from './get-license-group.ts';
import { deleteGroup } from './license-group-store.ts';

/** Throws if no such group exists. */
export async function deleteLicenseGroup(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteGroup(tx, uuid))) throw licenseGroupNotFound();
  });
}
