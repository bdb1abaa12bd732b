import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { JobHandlers, JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { listProjectsToRecheck, settleRechecks } from '../portfolio/policy-rechecks.ts';
import { lockForAnalysis } from '../portfolio/record-analysis.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { listProjectsOf } from './policy-store.ts';

/** Whatever rules there are, in the caller's transaction. */
export type HoldRules = (tx: Tx, now: Date, projectIds: readonly number[]) => Promise<void>;

export function policiesJobs(
  ctx: Context,
  holdRules: HoldRules,
): Pick<JobHandlers, 'evaluate-policies' | 'recheck-policies'> {
  return {
    'evaluate-policies': (job) => evaluateChangedPolicies(ctx, job),
    'recheck-policies': ({ signal }) => recheckPolicies(ctx, signal, holdRules),
  };
}

async function recheckPolicies(ctx: Context, signal: AbortSignal, holdRules: HoldRules): Promise<void> {
  for (const projectId of await listProjectsToRecheck(ctx.db)) {
    signal.throwIfAborted();
    await inTransaction(ctx.db, async (tx) => {
      const locked = await lockForAnalysis(tx, [projectId]);
      await settleRechecks(tx, [projectId]);
      await holdRules(tx, ctx.now(), locked);
    });
  }
}

/** Project by project, each in a transaction of its own, so that nobody waits for the whole portfolio. */
async function evaluateChangedPolicies(
  ctx: Context,
  job: RunningJob<JobPayloads['evaluate-policies']>,
): Promise<void> {
  const { policyUuid } = job.payload;
  const projects = await listProjectsOf(ctx.db, policyUuid);
  for (const [done, projectId] of projects.entries()) {
    job.signal.throwIfAborted();
    job.progress(done, projects.length, 'projects');
    await inTransaction(ctx.db, async (tx) => {
      const locked = await lockForAnalysis(tx, [projectId]);
      await evaluatePolicies(tx, { now: ctx.now(), log: ctx.log, policyUuid }, locked);
    });
  }
}
