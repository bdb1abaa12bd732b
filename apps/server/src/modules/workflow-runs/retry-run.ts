import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { JobName } from '../../platform/jobs/job-settings.ts';
import { findRetry, insertRetry } from '../../platform/jobs/run-event-store.ts';
import { type FailedRun, lockRun } from '../../platform/jobs/runs-store.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { planRetry } from './plan-retry.ts';
import { runNotFound } from './run-errors.ts';

/**
 * Enqueues the work of a failed job again and returns the id of the new job. If one of a kind that runs alone waits or
 * runs already, returns that. Throws if the job cannot be retried.
 */
export async function retryRun(ctx: Context, principal: Principal, id: string): Promise<string> {
  const { name, retryId } = await inTransaction(ctx.db, async (tx) => {
    const run = await lockRun(tx, JOB_KINDS, id);
    if (!run) throw runNotFound();
    requireRetryable(run);
    const earlier = await findRetry(tx, id);
    if (earlier) throw alreadyRetried(earlier.retry_id);
    const kind = run.name as JobName<JobPayloads>;
    const newId = await ctx.jobs.enqueue(tx, kind, run.payload as never, { continues: { name: kind, id } });
    await insertRetry(tx, { job_id: id, retry_id: newId, requested_by: principal.name });
    return { name: kind, retryId: newId };
  });
  ctx.log.info({ job: name, jobId: id, retry: retryId, by: principal.name }, 'A failed job was retried');
  return retryId;
}

function requireRetryable({ name, state, error }: FailedRun): void {
  if (state !== 'failed') {
    throw new AppError('conflict', 'Only failed runs can be retried.', {
      type: '/problems/workflow-run-not-failed',
      title: 'Run has not failed',
    });
  }
  const plan = planRetry(name, error);
  if (plan.isSafe) return;
  throw new AppError('conflict', `A run of ${name} cannot be retried. ${plan.reason}`, {
    type: '/problems/workflow-run-not-retryable',
    title: 'Run cannot be retried',
  });
}

function alreadyRetried(runId: string): AppError {
  return new AppError('conflict', `The run was retried already, as run ${runId}.`, {
    type: '/problems/workflow-run-already-retried',
    title: 'Run was retried',
    members: { run_id: runId },
  });
}
