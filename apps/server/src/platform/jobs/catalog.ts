import type { HandlersOf } from './job-handler.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';

/** Every job of the service and its payload. */
export type JobPayloads = {
  'repair-missed-work': NoPayload;
  'expired-session-cleanup': NoPayload;
  'api-key-expiry': NoPayload;
  'work-token-cleanup': NoPayload;
  'notification-outbox-cleanup': NoPayload;
  'delivery-cleanup': NoPayload;
  'send-summaries': NoPayload;
  'check-file-system': NoPayload;
  'identify-internal-components': NoPayload;
  'import-bom': { readonly token: string; readonly projectUuid: string };
  'bom-cleanup': NoPayload;
  'analyze-project': {
    readonly projectUuid: string;
    readonly trigger: 'BOM_UPLOAD' | 'MANUAL' | 'CHANGE' | 'CLONE';
    /** The time of the import that caused it. */
    readonly importedAt?: string;
  };
  'analyze-stale-projects': NoPayload;
  'match-changed-vulnerabilities': NoPayload;
  'matching-cleanup': NoPayload;
  'decision-expiry': NoPayload;
  'count-findings': NoPayload;
  'count-licenses': NoPayload;
  'finding-history-cleanup': NoPayload;
  'update-metrics': NoPayload;
  'metrics-maintenance': NoPayload;
  'check-metrics': NoPayload;
  'apply-vuln-policies': {
    /** Only in jobs of earlier releases: the conditions of the policies that changed, before and after. */
    readonly conditions: readonly string[];
  };
  'vuln-policy-windows': NoPayload;
  'vuln-policy-bundle-sync': NoPayload;
  'sync-vuln-policy-bundle': { readonly bundle: string };
  'evaluate-policies': {
    /** Only in jobs of earlier releases: the policy that has changed. */
    readonly policyUuid?: string;
  };
  'recheck-policies': NoPayload;
  'import-vex': { readonly token: string; readonly projectUuid: string };
  'vex-cleanup': NoPayload;
  'mirror-vuln-data-source': { readonly source: string; readonly run: string };
  'mirror-run-cleanup': NoPayload;
  'mirror-nvd': NoPayload;
  'mirror-osv': NoPayload;
  'mirror-github': NoPayload;
  'mirror-epss': NoPayload;
  'mirror-kev': NoPayload;
  'mirror-euvd': NoPayload;
  'defect-dojo-upload': NoPayload;
  'fortify-ssc-upload': NoPayload;
  'kenna-security-upload': NoPayload;
  'push-to-defectdojo': PushPayload;
  'push-to-fortify-ssc': PushPayload;
  'push-to-kenna': PushPayload;
  'finding-push-cleanup': NoPayload;
  'audit-log-cleanup': NoPayload;
};

interface PushPayload {
  readonly push: string;
}

const HOUSEKEEPING = {
  runs: 'alone',
  priority: 'scheduled',
  retries: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 300 },
  timeoutSeconds: 900,
} as const;

/** A restart of the other system takes minutes, so the last retry comes after about a quarter of an hour. */
const PUSH = {
  runs: 'in-parallel',
  priority: 'scheduled',
  retries: { limit: 9, firstDelaySeconds: 2, maxDelaySeconds: 600 },
  timeoutSeconds: 7_200,
} as const;

export const jobCatalog: JobCatalog<JobPayloads> = {
  /** Looks for accepted work whose job was lost. */
  'repair-missed-work': {
    ...HOUSEKEEPING,
    priority: 'interactive',
    schedule: { property: 'svc.task.missed-work-repair.cron' },
  },
  /** Deletes expired sessions. */
  /** Notifies of API keys that expire soon. */
  'api-key-expiry': { ...HOUSEKEEPING, schedule: { cron: '17 * * * *' } },
  'expired-session-cleanup': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.expired-session-cleanup.cron' },
  },
  /** Deletes tokens and progress of old work. */
  'work-token-cleanup': { ...HOUSEKEEPING, schedule: { cron: '17 3 * * *' } },
  /** Deletes notifications after their retention time. */
  'notification-outbox-cleanup': { ...HOUSEKEEPING, schedule: { cron: '27 3 * * *' } },
  /** Sends the summaries of alerts with a schedule. */
  'send-summaries': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.scheduled-notification-dispatch.cron' },
  },
  /** Checks the free space for files. */
  'check-file-system': { ...HOUSEKEEPING, schedule: { cron: '7 * * * *' } },
  /** Deletes deliveries after the same retention time. */
  'delivery-cleanup': { ...HOUSEKEEPING, schedule: { cron: '22 3 * * *' } },
  /** Applies the rules for internal components to the whole portfolio. */
  'identify-internal-components': { ...HOUSEKEEPING, priority: 'interactive' },
  /** Imports an uploaded BOM into its project. */
  'import-bom': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    takesTurns: true,
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** Deletes documents, history and removed components after their retention time. */
  'bom-cleanup': { ...HOUSEKEEPING, schedule: { property: 'svc.task.bom-cleanup.cron' } },
  /** Updates the findings of a project. */
  'analyze-project': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    takesTurns: true,
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** The same for projects whose analysis is old. A separate kind, so that it does not delay the other. */
  'analyze-stale-projects': {
    ...HOUSEKEEPING,
    timeoutSeconds: 6 * 3_600,
    schedule: { property: 'svc.task.stale-analysis.cron' },
  },
  /**
   * Matches the portfolio against new and changed vulnerabilities. Not `alone`: a job that is enqueued while another
   * ends must not be lost.
   */
  'match-changed-vulnerabilities': {
    runs: { oneAtATimePer: () => 'portfolio' },
    priority: 'interactive',
    retries: { limit: 10, firstDelaySeconds: 2, maxDelaySeconds: 300 },
    timeoutSeconds: 6 * 3_600,
  },
  /** Deletes matching keys that no component has any more, and old answers of analyzers. */
  'matching-cleanup': { ...HOUSEKEEPING, schedule: { cron: '47 3 * * *' } },
  /** Reverts expired decisions. */
  'decision-expiry': { ...HOUSEKEEPING, schedule: { cron: '* * * * *' } },
  /** Updates the stored counts of findings of changed projects. */
  'count-findings': { ...HOUSEKEEPING, schedule: { cron: '* * * * *' } },
  /** Updates the stored counts of licences of changed projects. */
  'count-licenses': { ...HOUSEKEEPING, schedule: { cron: '* * * * *' } },
  /** Deletes the history of findings after its retention time. */
  'finding-history-cleanup': { ...HOUSEKEEPING, schedule: { cron: '37 3 * * *' } },
  /** Counts changed projects. Every worker does so continuously; this also repairs what it missed. */
  'update-metrics': { ...HOUSEKEEPING, schedule: { property: 'svc.task.portfolio-metrics-update.cron' } },
  /** Creates partitions for the metrics of the next days, and drops expired ones. */
  'metrics-maintenance': { ...HOUSEKEEPING, schedule: { property: 'svc.task.metrics-maintenance.cron' } },
  /** Compares stored metrics with a recount. */
  'check-metrics': { ...HOUSEKEEPING, schedule: { property: 'svc.task.metrics-check.cron' } },
  /** Finds the projects that changed vulnerability policies may affect. */
  'apply-vuln-policies': {
    runs: { oneAtATimePer: () => 'portfolio' },
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 300 },
    timeoutSeconds: 6 * 3_600,
  },
  /** Applies vulnerability policies whose validity has begun or ended. */
  'vuln-policy-windows': { ...HOUSEKEEPING, schedule: { cron: '* * * * *' } },
  /** Starts a sync of the vulnerability policy bundle. */
  'vuln-policy-bundle-sync': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.vulnerability-policy-bundle-sync.cron' },
  },
  /** Fetches the bundle and replaces its policies. Errors of the bundle are recorded in the run. */
  'sync-vuln-policy-bundle': {
    runs: { oneAtATimePer: ({ bundle }) => bundle },
    priority: 'interactive',
    retries: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    timeoutSeconds: 900,
  },
  /** Updates decisions and violations in the projects that a policy change affects. */
  'evaluate-policies': {
    runs: { oneAtATimePer: () => 'portfolio' },
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 300 },
    timeoutSeconds: 6 * 3_600,
  },
  /** Requests the evaluation of projects with changes that policies depend on. */
  'recheck-policies': { ...HOUSEKEEPING, priority: 'interactive', schedule: { cron: '* * * * *' } },
  /** Applies the decisions of a VEX document to the findings of a project. */
  'import-vex': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    takesTurns: true,
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** Deletes VEX documents and receipts after their retention time. */
  'vex-cleanup': { ...HOUSEKEEPING, schedule: { property: 'svc.task.vex-cleanup.cron' } },
  /** Mirrors a source of vulnerability data. Errors are recorded in the run; only interrupted attempts are retried. */
  'mirror-vuln-data-source': {
    runs: { oneAtATimePer: ({ source }) => source },
    priority: 'scheduled',
    retries: { limit: 5, firstDelaySeconds: 5, maxDelaySeconds: 300 },
    timeoutSeconds: 12 * 3_600,
  },
  /** Deletes mirror runs after their retention time, and ends those whose job was lost. */
  'mirror-run-cleanup': { ...HOUSEKEEPING, schedule: { cron: '47 3 * * *' } },
  /** These start mirror runs. */
  'mirror-nvd': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.nvd.cron' } },
  'mirror-osv': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.osv.cron' } },
  'mirror-github': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.github.cron' } },
  'mirror-epss': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.epss.cron' } },
  'mirror-kev': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.kev.cron' } },
  'mirror-euvd': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.euvd.cron' } },
  /** These start pushes of findings. */
  'defect-dojo-upload': { ...HOUSEKEEPING, schedule: { property: 'svc.task.defect-dojo-upload.cron' } },
  'fortify-ssc-upload': { ...HOUSEKEEPING, schedule: { property: 'svc.task.fortify-ssc-upload.cron' } },
  'kenna-security-upload': { ...HOUSEKEEPING, schedule: { property: 'svc.task.kenna-security-upload.cron' } },
  /** These push findings. One kind for each system, so that a slow one does not delay the others. */
  'push-to-defectdojo': PUSH,
  'push-to-fortify-ssc': PUSH,
  'push-to-kenna': PUSH,
  /** Deletes pushes after their retention time. */
  'finding-push-cleanup': { ...HOUSEKEEPING, schedule: { cron: '32 3 * * *' } },
  /** Deletes entries of the audit log after their retention time. */
  'audit-log-cleanup': { ...HOUSEKEEPING, schedule: { cron: '42 3 * * *' } },
};

export type JobHandlers = HandlersOf<JobPayloads>;
