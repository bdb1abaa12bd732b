/**
 * Projects of which something has changed that policies look at. The database notes them, whoever makes the change; what
 * is done about them is for whoever knows policies.
 */
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { deleteRechecks, hasRechecks, listRechecks } from './policy-recheck-store.ts';

/** After a change is committed: without this it is noticed within a minute. */
export async function wakePolicies(ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  if (!(await hasRechecks(ctx.db))) return;
  await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, 'recheck-policies', {}));
}

export function listProjectsToRecheck(db: Db): Promise<number[]> {
  return listRechecks(db);
}

/** Before the projects are looked at: what changes afterwards is noted anew. */
export async function settleRechecks(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await deleteRechecks(tx, projectIds);
}
