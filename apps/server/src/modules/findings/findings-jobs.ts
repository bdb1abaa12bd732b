import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { updateFindingCounts } from './counts/update-finding-counts.ts';
import { expireDecisions } from './decisions/expire-decisions.ts';

export function findingsJobs(ctx: Context): Pick<JobHandlers, 'decision-expiry' | 'count-findings'> {
  return {
    'decision-expiry': async () => {
      await expireDecisions(ctx);
    },
    'count-findings': (job) => updateFindingCounts(ctx, job),
  };
}
