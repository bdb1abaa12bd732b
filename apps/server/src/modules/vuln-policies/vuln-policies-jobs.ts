import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { type AfterDecisions, applyChangedPolicies, noticeChangedWindows } from './apply-changed-policies.ts';

type VulnPolicyJobs = 'apply-vuln-policies' | 'vuln-policy-windows';

export function vulnPoliciesJobs(ctx: Context, after: AfterDecisions): Pick<JobHandlers, VulnPolicyJobs> {
  return {
    'apply-vuln-policies': (job) => applyChangedPolicies(ctx, job, after),
    'vuln-policy-windows': () => noticeChangedWindows(ctx),
  };
}
