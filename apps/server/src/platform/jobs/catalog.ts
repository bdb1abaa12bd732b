import type { HandlersOf } from './job-handler.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';

/** Every job of the service and what it is told. */
export type JobPayloads = {
  'repair-missed-work': NoPayload;
  'expired-session-cleanup': NoPayload;
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
    /** An upload, somebody who asks, components changed by hand, or a project made of another one. */
    readonly trigger: 'BOM_UPLOAD' | 'MANUAL' | 'CHANGE' | 'CLONE';
    /** The time of the import after which it runs. */
    readonly importedAt?: string;
  };
  'analyze-stale-projects': NoPayload;
  'match-changed-vulnerabilities': NoPayload;
  'matching-cleanup': NoPayload;
  'decision-expiry': NoPayload;
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
};

const HOUSEKEEPING = {
  runs: 'alone',
  priority: 'scheduled',
  retries: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 300 },
  timeoutSeconds: 900,
} as const;

export const jobCatalog: JobCatalog<JobPayloads> = {
  /** Looks for work that was accepted and that no job is going to do any more. */
  'repair-missed-work': {
    ...HOUSEKEEPING,
    priority: 'interactive',
    schedule: { property: 'svc.task.missed-work-repair.cron' },
  },
  /** Deletes the sessions whose time is over. */
  'expired-session-cleanup': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.expired-session-cleanup.cron' },
  },
  /** Forgets the tokens and the progress of work that was done long ago. */
  'work-token-cleanup': { ...HOUSEKEEPING, schedule: { cron: '17 3 * * *' } },
  /** Forgets notifications that are past their days. */
  'notification-outbox-cleanup': { ...HOUSEKEEPING, schedule: { cron: '27 3 * * *' } },
  /** Sends the summaries of alerts with a schedule. */
  'send-summaries': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.scheduled-notification-dispatch.cron' },
  },
  /** Looks whether there is room left for files. */
  'check-file-system': { ...HOUSEKEEPING, schedule: { cron: '7 * * * *' } },
  /** Forgets what became of notifications, as long after. */
  'delivery-cleanup': { ...HOUSEKEEPING, schedule: { cron: '22 3 * * *' } },
  /** Holds the rules about components made in-house against the whole portfolio. */
  'identify-internal-components': { ...HOUSEKEEPING, priority: 'interactive' },
  /** Makes the components of a project those of an uploaded document. */
  'import-bom': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    takesTurns: true,
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** Deletes documents, history and removed components that are past their days. */
  'bom-cleanup': { ...HOUSEKEEPING, schedule: { property: 'svc.task.bom-cleanup.cron' } },
  /** Makes the findings of a project what is known about its components. */
  'analyze-project': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    takesTurns: true,
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** The same for projects that have not been analysed for long: a kind of its own, so that nobody waits for it. */
  'analyze-stale-projects': {
    ...HOUSEKEEPING,
    timeoutSeconds: 6 * 3_600,
    schedule: { property: 'svc.task.stale-analysis.cron' },
  },
  /**
   * Matches the portfolio against the vulnerabilities that came or changed. Not `alone`: one that is enqueued while
   * another ends must not be lost.
   */
  'match-changed-vulnerabilities': {
    runs: { oneAtATimePer: () => 'portfolio' },
    priority: 'interactive',
    retries: { limit: 10, firstDelaySeconds: 2, maxDelaySeconds: 300 },
    timeoutSeconds: 6 * 3_600,
  },
  /** Forgets what matching knew about identifiers that no component has any more, and old answers of analyzers. */
  'matching-cleanup': { ...HOUSEKEEPING, schedule: { cron: '47 3 * * *' } },
  /** Puts back what held before decisions whose time has passed. */
  'decision-expiry': { ...HOUSEKEEPING, schedule: { cron: '* * * * *' } },
  /** Finds the projects in which changed vulnerability policies may decide otherwise. */
  'apply-vuln-policies': {
    runs: { oneAtATimePer: () => 'portfolio' },
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 300 },
    timeoutSeconds: 6 * 3_600,
  },
  /** Notices that vulnerability policies have become valid or are no more. */
  'vuln-policy-windows': { ...HOUSEKEEPING, schedule: { cron: '* * * * *' } },
  /** Starts a sync of the vulnerability policy bundle. */
  'vuln-policy-bundle-sync': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.vulnerability-policy-bundle-sync.cron' },
  },
  /** Fetches the bundle and makes its policies ours. What is wrong with it is in the run. */
  'sync-vuln-policy-bundle': {
    runs: { oneAtATimePer: ({ bundle }) => bundle },
    priority: 'interactive',
    retries: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    timeoutSeconds: 900,
  },
  /** Makes decisions and violations what the policies say now, in projects that have to follow a change. */
  'evaluate-policies': {
    runs: { oneAtATimePer: () => 'portfolio' },
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 300 },
    timeoutSeconds: 6 * 3_600,
  },
  /** Has projects evaluated of which something has changed that policies look at. */
  'recheck-policies': { ...HOUSEKEEPING, priority: 'interactive', schedule: { cron: '* * * * *' } },
  /** Applies the decisions of a VEX document to the findings of a project. */
  'import-vex': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    takesTurns: true,
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** Deletes VEX documents and receipts that are past their days. */
  'vex-cleanup': { ...HOUSEKEEPING, schedule: { property: 'svc.task.vex-cleanup.cron' } },
  /** Reads a source of vulnerability data. What fails is in the run; only interrupted attempts are tried again. */
  'mirror-vuln-data-source': {
    runs: { oneAtATimePer: ({ source }) => source },
    priority: 'scheduled',
    retries: { limit: 5, firstDelaySeconds: 5, maxDelaySeconds: 300 },
    timeoutSeconds: 12 * 3_600,
  },
  /** Forgets mirror runs that are past their days, and ends those whose job was lost. */
  'mirror-run-cleanup': { ...HOUSEKEEPING, schedule: { cron: '47 3 * * *' } },
  /** Start runs of their sources. */
  'mirror-nvd': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.nvd.cron' } },
  'mirror-osv': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.osv.cron' } },
  'mirror-github': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.github.cron' } },
  'mirror-epss': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.epss.cron' } },
  'mirror-kev': { ...HOUSEKEEPING, schedule: { property: 'svc.vuln-data-source.kev.cron' } },
};

export type JobHandlers = HandlersOf<JobPayloads>;
