import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { cleanUpAuditLog } from './clean-up-audit-log.ts';

export function auditLogJobs(ctx: Context): Pick<JobHandlers, 'audit-log-cleanup'> {
  return { 'audit-log-cleanup': () => cleanUpAuditLog(ctx) };
}
