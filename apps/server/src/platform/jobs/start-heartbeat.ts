import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import { JobLostError } from './job-errors.ts';
import { listReadyQueues, recordHeartbeat } from './pgboss-store.ts';
import type { Attempt } from './run-attempt.ts';

interface HeartbeatOptions {
  readonly db: Db;
  readonly log: Log;
  readonly queues: readonly string[];
  readonly heartbeatSeconds: number;
  readonly attempts: ReadonlySet<Attempt>;
  /** Recovers the jobs of nodes whose heartbeat stopped. */
  readonly recoverAbandoned: () => Promise<void>;
  /** Reads settings of queues that another node may have changed. */
  readonly refreshCapacities: () => Promise<void>;
  /** Called for each queue with jobs to start. */
  readonly onReady: (queue: string) => void;
}

export interface Heartbeat {
  /** Whether the database has answered recently. */
  isHealthy(): boolean;
  stop(): Promise<void>;
}

/** Also the longest wait of a job whose notification was lost, or that starts later than it was enqueued. */
const LONGEST_INTERVAL_MS = 2_000;

/**
 * Regularly writes the heartbeat of the jobs that this node runs, aborts those that it has lost, recovers those of dead
 * nodes, reads changed settings of queues, and looks for jobs to start.
 */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const heartbeatMs = options.heartbeatSeconds * 1_000;
  const stopping = new AbortController();
  let answeredAt = performance.now();
  let answers = true;
  let noRecoveryUntil = 0;

  const beat = async (): Promise<void> => {
    try {
      await confirm(options);
      await options.refreshCapacities();
      if (performance.now() >= noRecoveryUntil) await options.recoverAbandoned();
      for (const queue of await listReadyQueues(options.db, options.queues)) options.onReady(queue);
      answeredAt = performance.now();
      if (!answers) options.log.info('The database answers again; jobs continue');
      answers = true;
    } catch (error) {
      if (answers) options.log.warn({ err: error }, 'The database does not answer; jobs wait');
      answers = false;
      // After an outage the other nodes need a moment to write their heartbeat.
      noRecoveryUntil = performance.now() + heartbeatMs + LONGEST_INTERVAL_MS;
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

async function confirm({ db, attempts }: HeartbeatOptions): Promise<void> {
  const current = [...attempts];
  if (current.length === 0) return;
  const askedAt = performance.now();
  const ours = await recordHeartbeat(db, current);
  for (const attempt of current) {
    if (ours.has(attempt.id)) attempt.confirmedAt = askedAt;
    else if (attempts.has(attempt) && !attempt.completedInTransaction) {
      attempt.controller.abort(new JobLostError('Another node has recovered this job.'));
    }
  }
}

/**
 * Aborts attempts that the database has not confirmed in time: other nodes may have recovered them. After this process
 * itself was blocked, by a job that computes for long, the next heartbeat comes first and tells what was lost.
 */
function watchConfirmations(attempts: ReadonlySet<Attempt>, heartbeatMs: number): NodeJS.Timeout {
  const intervalMs = heartbeatMs / 10;
  let checkedAt = performance.now();
  return setInterval(() => {
    const wasBlocked = performance.now() - checkedAt > 2 * intervalMs;
    checkedAt = performance.now();
    if (!wasBlocked) abortUnconfirmed(attempts, checkedAt - heartbeatMs);
  }, intervalMs);
}

function abortUnconfirmed(attempts: ReadonlySet<Attempt>, oldest: number): void {
  for (const { confirmedAt, controller } of attempts) {
    if (confirmedAt >= oldest) continue;
    controller.abort(new JobLostError('The heartbeat of this job could not be written in time.'));
  }
}
