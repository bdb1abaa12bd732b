import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { type ApplyAllPolicies, evaluateChanges } from './evaluate-changes.ts';
import { resumeEvaluation } from './resume-evaluation.ts';

export function policiesJobs(
  ctx: Context,
  applyAllPolicies: ApplyAllPolicies,
): Pick<JobHandlers, 'evaluate-policies' | 'recheck-policies'> {
  return {
    'evaluate-policies': (job) => evaluateChanges(ctx, job, applyAllPolicies),
    'recheck-policies': () => resumeEvaluation(ctx),
  };
}
