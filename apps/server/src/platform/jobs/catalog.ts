import type { HandlersOf } from './job-handler.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';

/** Every job of the service and what it is told. */
export type JobPayloads = {
  'expired-session-cleanup': NoPayload;
  'work-token-cleanup': NoPayload;
  'notification-outbox-cleanup': NoPayload;
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
};

export type JobHandlers = HandlersOf<JobPayloads>;
