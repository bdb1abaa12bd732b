import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { lockForAnalysis } from '../portfolio/scheduling/lock-for-analysis.ts';
import { claimRechecks } from './claim-rechecks.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { expandChanges } from './expand-changes.ts';
import { planProjectBatches } from './plan-project-batches.ts';
import { insertPolicyChange } from './policy-change-store.ts';
import { countRecheckedProjects, listRecheckedProjects } from './recheck-store.ts';

/** Applies the policies of both kinds to projects, in the caller's transaction. */
export type ApplyAllPolicies = (tx: Tx, now: Date, projectIds: readonly number[]) => Promise<void>;

/** After this many projects, changes that came meanwhile are expanded. */
const PAGE_SIZE = 1_000;

/**
 * Evaluates the projects that changes concern, one batch in a transaction. A project is evaluated once for any number of
 * changes. A batch that has committed is not repeated when the job is interrupted.
 */
export async function evaluateChanges(
  ctx: Context,
  job: RunningJob<JobPayloads['evaluate-policies']>,
  applyAllPolicies: ApplyAllPolicies,
): Promise<void> {
  // Jobs of earlier releases have the policy in their payload.
  const { policyUuid } = job.payload;
  if (policyUuid) await inTransaction(ctx.db, (tx) => insertPolicyChange(tx, policyUuid));
  let done = 0;
  for (let after = 0; ; ) {
    await inTransaction(ctx.db, expandChanges);
    const projects = await listRecheckedProjects(ctx.db, after, PAGE_SIZE);
    if (projects.length === 0) return;
    const total = done + (await countRecheckedProjects(ctx.db));
    for (const batch of planProjectBatches(projects)) {
      job.signal.throwIfAborted();
      job.progress(done, total, 'projects');
      await evaluateEach(ctx, job, batch, applyAllPolicies);
      done += batch.length;
      after = batch.at(-1) ?? after;
    }
  }
}

/** Evaluates a batch that fails project by project. A project that fails stays recorded and does not affect the others. */
async function evaluateEach(
  ctx: Context,
  job: Pick<RunningJob<unknown>, 'signal' | 'log'>,
  projectIds: readonly number[],
  applyAllPolicies: ApplyAllPolicies,
): Promise<void> {
  try {
    await inTransaction(ctx.db, (tx) => evaluateBatch(ctx, tx, projectIds, applyAllPolicies));
  } catch (error) {
    job.signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    if (projectIds.length > 1)
      for (const id of projectIds) await evaluateEach(ctx, job, [id], applyAllPolicies);
    else
      job.log.error({ err: error, projectId: projectIds[0] }, 'Policies could not be evaluated in a project');
  }
}

async function evaluateBatch(
  ctx: Context,
  tx: Tx,
  projectIds: readonly number[],
  applyAllPolicies: ApplyAllPolicies,
): Promise<void> {
  const now = ctx.now();
  const locked = await lockForAnalysis(tx, projectIds);
  const rechecks = await claimRechecks(tx, projectIds);
  const byAll = locked.filter((projectId) => rechecks.get(projectId) === null);
  const bySome = locked.filter((projectId) => rechecks.get(projectId));
  if (byAll.length > 0) await applyAllPolicies(tx, now, byAll);
  if (bySome.length > 0) await evaluatePolicies(tx, { now, log: ctx.log, only: rechecks }, bySome);
}
