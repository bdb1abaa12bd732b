import type { JobCatalog } from '../../src/platform/jobs/job-settings.ts';

export type CrashTestPayloads = {
  /** Commits its effect and its completion in one transaction. */
  exact: { n: number };
  /** Writes its effect first and completes afterwards. */
  plain: { n: number };
};

const settings = {
  runs: 'in-parallel',
  priority: 'scheduled',
  retries: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: 60,
} as const;

export const crashTestCatalog: JobCatalog<CrashTestPayloads> = { exact: settings, plain: settings };
