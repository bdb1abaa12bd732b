import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import { JobLostError } from './job-errors.ts';
import { confirmAttempts, listReadyQueues } from './jobs-store.ts';
import type { Attempt } from './run-attempt.ts';

interface PulseOptions {
  readonly db: Db;
  readonly log: Log;
  readonly queues: readonly string[];
  readonly heartbeatSeconds: number;
  readonly attempts: ReadonlySet<Attempt>;
  /** Deals with the jobs of nodes that fell silent. */
  readonly takeOver: () => Promise<void>;
  /** There are jobs to start in this queue. */
  readonly onReady: (queue: string) => void;
}

export interface Pulse {
  /** Whether the database has answered lately. */
  isHealthy(): boolean;
  stop(): Promise<void>;
}

/** Also the longest that a job waits whose notification was lost, or that was to start later. */
const LONGEST_INTERVAL_MS = 2_000;

/**
 * Says regularly which jobs this node runs, aborts those that it has lost, takes over those of nodes that fell
 * silent, and looks for jobs to start.
 */
export function keepPulse(options: PulseOptions): Pulse {
  const heartbeatMs = options.heartbeatSeconds * 1_000;
  const stopping = new AbortController();
  let answeredAt = performance.now();
  let answers = true;
  let silentUntil = 0;

  const beat = async (): Promise<void> => {
    try {
      await confirm(options);
      if (performance.now() >= silentUntil) await options.takeOver();
      for (const queue of await listReadyQueues(options.db, options.queues)) options.onReady(queue);
      answeredAt = performance.now();
      if (!answers) options.log.info('The database answers again; jobs go on');
      answers = true;
    } catch (error) {
      if (answers) options.log.warn({ err: error }, 'The database does not answer; jobs wait until it does');
      answers = false;
      // When it is back, the other nodes need a moment to say that they are still alive.
      silentUntil = performance.now() + heartbeatMs + LONGEST_INTERVAL_MS;
    }
  };
  const beating = repeat(beat, Math.min(heartbeatMs / 5, LONGEST_INTERVAL_MS), stopping.signal);
  const watch = watchConfirmations(options.attempts, heartbeatMs);
  return {
    isHealthy: () => performance.now() - answeredAt < 2 * heartbeatMs,
    stop: async () => {
      clearInterval(watch);
      stopping.abort();
      await beating;
    },
  };
}

async function repeat(task: () => Promise<void>, intervalMs: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await task();
    await sleep(intervalMs, undefined, { signal: stop }).catch(() => {});
  }
}

async function confirm({ db, attempts }: PulseOptions): Promise<void> {
  const asked = [...attempts];
  if (asked.length === 0) return;
  const askedAt = performance.now();
  const ours = await confirmAttempts(db, asked);
  for (const attempt of asked) {
    if (ours.has(attempt.id)) attempt.confirmedAt = askedAt;
    else if (attempts.has(attempt) && !attempt.completedInTransaction) {
      attempt.controller.abort(new JobLostError('Another node has taken this job over.'));
    }
  }
}

/**
 * While the database is out of reach others may take over what this node runs. When this very process was held up,
 * by a job that computes for long, the next sign of life comes first: it tells whether anything was lost.
 */
function watchConfirmations(attempts: ReadonlySet<Attempt>, heartbeatMs: number): NodeJS.Timeout {
  const intervalMs = heartbeatMs / 10;
  let lookedAt = performance.now();
  return setInterval(() => {
    const heldUp = performance.now() - lookedAt > 2 * intervalMs;
    lookedAt = performance.now();
    if (!heldUp) abortUnconfirmed(attempts, lookedAt - heartbeatMs);
  }, intervalMs);
}

function abortUnconfirmed(attempts: ReadonlySet<Attempt>, oldest: number): void {
  for (const { confirmedAt, controller } of attempts) {
    if (confirmedAt >= oldest) continue;
    controller.abort(new JobLostError('The database could not be told in time that this job still runs.'));
  }
}
