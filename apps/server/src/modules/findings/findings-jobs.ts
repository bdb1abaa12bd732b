import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { expireDecisions } from './decisions/expire-decisions.ts';

export function findingsJobs(ctx: Context): Pick<JobHandlers, 'decision-expiry'> {
  return {
    'decision-expiry': async () => {
      await expireDecisions(ctx);
    },
  };
}
