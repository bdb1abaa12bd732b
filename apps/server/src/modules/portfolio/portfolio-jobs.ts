import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { identifyInternalComponents } from './components/identify-internal-components.ts';
import { updateLicenseCounts } from './components/update-license-counts.ts';

export function portfolioJobs(
  ctx: Context,
): Pick<JobHandlers, 'identify-internal-components' | 'count-licenses'> {
  return {
    'identify-internal-components': () => identifyInternalComponents(ctx),
    'count-licenses': (job) => updateLicenseCounts(ctx, job),
  };
}
