import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { cleanUpSessions } from './clean-up-sessions.ts';
import { notifyExpiringKeys } from './notify-expiring-keys.ts';

export function authJobs(ctx: Context): Pick<JobHandlers, 'expired-session-cleanup' | 'api-key-expiry'> {
  return {
    'expired-session-cleanup': () => cleanUpSessions(ctx),
    'api-key-expiry': () => notifyExpiringKeys(ctx),
  };
}
