import { authJobs } from '../modules/auth/auth-jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandlers } from '../platform/jobs/catalog.ts';

/** Which use-case does which job. A node that works runs them all. */
export function buildWorker(ctx: Context): JobHandlers {
  return { ...authJobs(ctx) };
}
