/**
 * Projects of which something has changed that policies look at. The database notes them, whoever makes the change; what
 * is done about them is for whoever knows policies.
 */
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import {
  advancePolicyGeneration,
  countRechecks,
  deleteRechecks,
  getPolicyGeneration,
  hasRechecks,
  insertRechecks,
  listRechecks,
  lockPolicyGeneration,
  type RecheckedProject,
} from './policy-recheck-store.ts';

/** After a change is committed: without this it is noticed within a minute. */
export async function wakePolicies(ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  if (!(await hasRechecks(ctx.db))) return;
  await inTransaction(ctx.db, (tx) => enqueueRecheck(ctx, tx));
}

/** However much has changed, one evaluation that has not started yet does for all. */
export async function enqueueRecheck(ctx: Pick<Context, 'jobs'>, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, 'evaluate-policies', {}, { unlessWaiting: true });
}

export function listProjectsToRecheck(db: Db, after: number, limit: number): Promise<RecheckedProject[]> {
  return listRechecks(db, after, limit);
}

export function hasProjectsToRecheck(db: Db): Promise<boolean> {
  return hasRechecks(db);
}

export function countProjectsToRecheck(db: Db): Promise<number> {
  return countRechecks(db);
}

export async function requestRechecks(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await insertRechecks(tx, projectIds);
}

/**
 * Before the projects are looked at: what changes afterwards is noted anew. Answers for each project the only policies
 * that it was noted for, or null if it is all of them.
 */
export async function settleRechecks(
  tx: Tx,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number> | null>> {
  const noted = new Map<number, Set<number> | null>();
  for (const { projectId, policyId } of await deleteRechecks(tx, projectIds)) {
    const known = noted.get(projectId);
    if (policyId === null || known === null) noted.set(projectId, null);
    else noted.set(projectId, (known ?? new Set()).add(policyId));
  }
  return noted;
}

/** The last statement of a transaction that changes policies: others wait for it. */
export async function recordPolicyChange(tx: Tx): Promise<void> {
  await advancePolicyGeneration(tx);
}

/**
 * Applies policies to findings that nobody else sees yet. If policies have changed meanwhile, the projects are noted:
 * whoever follows that change could not know of these findings.
 */
export async function applyToUnseenFindings<T>(
  tx: Tx,
  projectIds: readonly number[],
  apply: () => Promise<T>,
): Promise<T> {
  const before = await getPolicyGeneration(tx);
  const result = await apply();
  if ((await lockPolicyGeneration(tx)) !== before) await insertRechecks(tx, projectIds);
  return result;
}
