import type { HandlersOf } from './job-handler.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';

/** Every job of the service and what it is told. */
export type JobPayloads = {
  'expired-session-cleanup': NoPayload;
  'work-token-cleanup': NoPayload;
  'notification-outbox-cleanup': NoPayload;
  'identify-internal-components': NoPayload;
  'import-bom': { readonly token: string; readonly projectUuid: string };
  'bom-cleanup': NoPayload;
  'analyze-project': {
    readonly projectUuid: string;
    readonly trigger: 'BOM_UPLOAD' | 'MANUAL';
    /** The time of the import after which it runs. */
    readonly importedAt?: string;
  };
};

const HOUSEKEEPING = {
  runs: 'alone',
  priority: 'scheduled',
  retries: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 300 },
  timeoutSeconds: 900,
} as const;

export const jobCatalog: JobCatalog<JobPayloads> = {
  /** Deletes the sessions whose time is over. */
  'expired-session-cleanup': {
    ...HOUSEKEEPING,
    schedule: { property: 'svc.task.expired-session-cleanup.cron' },
  },
  /** Forgets the tokens and the progress of work that was done long ago. */
  'work-token-cleanup': { ...HOUSEKEEPING, schedule: { cron: '17 3 * * *' } },
  /** Forgets the notifications that nobody has asked for. */
  'notification-outbox-cleanup': { ...HOUSEKEEPING, schedule: { cron: '27 3 * * *' } },
  /** Holds the rules about components made in-house against the whole portfolio. */
  'identify-internal-components': { ...HOUSEKEEPING, priority: 'interactive' },
  /** Makes the components of a project those of an uploaded document. */
  'import-bom': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
  /** Deletes documents, history and removed components that are past their days. */
  'bom-cleanup': { ...HOUSEKEEPING, schedule: { property: 'svc.task.bom-cleanup.cron' } },
  /** Makes the findings of a project what is known about its components. */
  'analyze-project': {
    runs: { oneAtATimePer: ({ projectUuid }) => projectUuid },
    priority: 'interactive',
    retries: { limit: 5, firstDelaySeconds: 2, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
  },
};

export type JobHandlers = HandlersOf<JobPayloads>;
