import { alertsJobs } from '../modules/alerts/alerts-jobs.ts';
import { analysisJobs } from '../modules/analysis/analysis-jobs.ts';
import { auditLogJobs } from '../modules/audit-log/audit-log-jobs.ts';
import { authJobs } from '../modules/auth/auth-jobs.ts';
import { bomJobs } from '../modules/bom/bom-jobs.ts';
import { findingIntegrationsJobs } from '../modules/finding-integrations/finding-integrations-jobs.ts';
import { findingsJobs } from '../modules/findings/findings-jobs.ts';
import { metricsJobs } from '../modules/metrics/metrics-jobs.ts';
import { mirroringJobs } from '../modules/mirroring/mirroring-jobs.ts';
import { notificationsJobs } from '../modules/notifications/notifications-jobs.ts';
import { policiesJobs } from '../modules/policies/policies-jobs.ts';
import { portfolioJobs } from '../modules/portfolio/portfolio-jobs.ts';
import { vexJobs } from '../modules/vex/vex-jobs.ts';
import { vulnPoliciesJobs } from '../modules/vuln-policies/vuln-policies-jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandlers } from '../platform/jobs/catalog.ts';
import { workTokenJobs } from '../platform/jobs/work-token-jobs.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { applyAllPolicies, createRules } from './apply-rules.ts';
import { repairMissedWork } from './repair-missed-work.ts';

/** The handlers of all jobs. */
export function buildWorker(ctx: Context, telemetry: Pick<Telemetry, 'metricsDiffered'>): JobHandlers {
  return {
    ...notificationsJobs(ctx),
    ...alertsJobs(ctx),
    ...authJobs(ctx),
    ...portfolioJobs(ctx),
    ...bomJobs(ctx),
    ...analysisJobs({ ...ctx, applyRules: createRules(ctx) }),
    ...findingsJobs(ctx),
    ...metricsJobs(ctx, telemetry.metricsDiffered),
    ...vexJobs(ctx),
    ...policiesJobs(ctx, applyAllPolicies(ctx)),
    ...vulnPoliciesJobs(ctx),
    ...mirroringJobs(ctx),
    ...findingIntegrationsJobs(ctx),
    ...auditLogJobs(ctx),
    ...workTokenJobs(ctx),
    'repair-missed-work': (job) => repairMissedWork(ctx, job),
  };
}
