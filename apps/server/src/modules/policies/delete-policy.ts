import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { policyNotFound } from './policy-errors.ts';
import * as store from './policy-store.ts';

/** Deletes its violations as well. */
export async function deletePolicy(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await store.deletePolicy(tx, uuid))) throw policyNotFound();
  });
}
