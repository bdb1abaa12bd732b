import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { updateFindingCounts } from './counts/update-finding-counts.ts';
import { expireDecisions } from './decisions/expire-decisions.ts';
import { cleanUpHistory } from './history/clean-up-history.ts';

export function findingsJobs(
  ctx: Context,
): Pick<JobHandlers, 'decision-expiry' | 'count-findings' | 'finding-history-cleanup'> {
  return {
    'decision-expiry': async () => {
      await expireDecisions(ctx);
    },
    'count-findings': (job) => updateFindingCounts(ctx, job),
    'finding-history-cleanup': () => cleanUpHistory(ctx),
  };
}
