import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers, JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { lockForAnalysis } from '../portfolio/record-analysis.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { listProjectsOf } from './policy-store.ts';

export function policiesJobs(ctx: Context): Pick<JobHandlers, 'evaluate-policies'> {
  return { 'evaluate-policies': (job) => evaluateChangedPolicies(ctx, job) };
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
