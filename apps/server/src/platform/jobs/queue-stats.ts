import type { JobReference } from './job-settings.ts';

export interface FailedJob extends JobReference {
  readonly attempts: number;
  readonly error: string;
  readonly failedAt: Date;
}

export interface QueueStats {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  readonly oldestWaitingSeconds: number;
}
