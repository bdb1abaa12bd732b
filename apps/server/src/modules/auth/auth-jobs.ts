import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { cleanUpSessions } from './clean-up-sessions.ts';

export function authJobs(ctx: Context): Pick<JobHandlers, 'expired-session-cleanup'> {
  return { 'expired-session-cleanup': () => cleanUpSessions(ctx) };
}
