import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import type { JobHandlers, JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import {
  countProjectsToRecheck,
  listProjectsToRecheck,
  settleRechecks,
} from '../portfolio/policy-rechecks.ts';
import { lockForAnalysis } from '../portfolio/record-analysis.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { planProjectBatches } from './plan-project-batches.ts';
import { expandPolicyChanges, insertPolicyChange } from './policy-change-store.ts';
import { resumeEvaluation } from './resume-evaluation.ts';

/** Whatever rules there are, in the caller's transaction. */
export type HoldRules = (tx: Tx, now: Date, projectIds: readonly number[]) => Promise<void>;

export function policiesJobs(
  ctx: Context,
  holdRules: HoldRules,
): Pick<JobHandlers, 'evaluate-policies' | 'recheck-policies'> {
  return {
    'evaluate-policies': (job) => evaluateChanged(ctx, job, holdRules),
    'recheck-policies': () => resumeEvaluation(ctx),
  };
}

/** As many projects as are looked at before it is looked again what has changed. */
const AT_ONCE = 1_000;

/**
 * Evaluates the projects that have to follow a change, a batch in a transaction, so that nobody waits for the whole
 * portfolio. However many changes a project has to follow, it is evaluated once. A batch that is done is done for good.
 */
async function evaluateChanged(
  ctx: Context,
  job: RunningJob<JobPayloads['evaluate-policies']>,
  holdRules: HoldRules,
): Promise<void> {
  // Jobs of earlier releases named the policy instead of writing the change down.
  const { policyUuid } = job.payload;
  if (policyUuid) await inTransaction(ctx.db, (tx) => insertPolicyChange(tx, policyUuid));
  let done = 0;
  for (let after = 0; ; ) {
    await inTransaction(ctx.db, expandPolicyChanges);
    const projects = await listProjectsToRecheck(ctx.db, after, AT_ONCE);
    if (projects.length === 0) return;
    const total = done + (await countProjectsToRecheck(ctx.db));
    for (const batch of planProjectBatches(projects)) {
      job.signal.throwIfAborted();
      job.progress(done, total, 'projects');
      await evaluateEach(ctx, job, batch, holdRules);
      done += batch.length;
      after = batch.at(-1) ?? after;
    }
  }
}

/** What cannot be evaluated stays noted, and must not keep the others from being evaluated. */
async function evaluateEach(
  ctx: Context,
  job: Pick<RunningJob<unknown>, 'signal' | 'log'>,
  projectIds: readonly number[],
  holdRules: HoldRules,
): Promise<void> {
  try {
    await inTransaction(ctx.db, (tx) => evaluateBatch(ctx, tx, projectIds, holdRules));
  } catch (error) {
    job.signal.throwIfAborted();
    if (isDatabaseAway(error)) throw error;
    if (projectIds.length > 1) for (const id of projectIds) await evaluateEach(ctx, job, [id], holdRules);
    else
      job.log.error(
        { err: error, projectId: projectIds[0] },
        'The policies of a project could not be evaluated',
      );
  }
}

async function evaluateBatch(
  ctx: Context,
  tx: Tx,
  wanted: readonly number[],
  holdRules: HoldRules,
): Promise<void> {
  const now = ctx.now();
  const locked = await lockForAnalysis(tx, wanted);
  const noted = await settleRechecks(tx, wanted);
  const byAll = locked.filter((projectId) => noted.get(projectId) === null);
  const bySome = locked.filter((projectId) => noted.get(projectId));
  if (byAll.length > 0) await holdRules(tx, now, byAll);
  if (bySome.length > 0) await evaluatePolicies(tx, { now, log: ctx.log, only: noted }, bySome);
}
