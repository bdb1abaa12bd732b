import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { createHttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { toHttpClientOptions } from '../../platform/outgoing-http/to-http-client-options.ts';
import { applyChangedPolicies } from './apply-changed-policies.ts';
import { applyValidityWindows } from './apply-validity-windows.ts';
import { endLatestRun } from './bundle-store.ts';
import { startScheduledSync } from './start-bundle-sync.ts';
import { syncBundle } from './sync-bundle.ts';

type VulnPolicyJobs =
  | 'apply-vuln-policies'
  | 'vuln-policy-windows'
  | 'vuln-policy-bundle-sync'
  | 'sync-vuln-policy-bundle';

/** Few retries: the next scheduled sync tries again anyway. */
const RETRIES = { limit: 2, firstDelayMs: 200, maxDelayMs: 2_000 };

export function vulnPoliciesJobs(ctx: Context): Pick<JobHandlers, VulnPolicyJobs> {
  const http = createHttpClient({ ...toHttpClientOptions(ctx.config, 'Tallyman'), retries: RETRIES });
  return {
    'apply-vuln-policies': (job) => applyChangedPolicies(ctx, job),
    'vuln-policy-windows': () => applyValidityWindows(ctx),
    'vuln-policy-bundle-sync': () => startScheduledSync(ctx),
    'sync-vuln-policy-bundle': {
      run: (job) => syncBundle(ctx, http, job),
      onFailure: (tx, { payload, reason }) => endLatestRun(tx, payload.bundle, ctx.now(), reason),
    },
  };
}
