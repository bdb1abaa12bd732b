import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Log } from '../log/create-log.ts';
import { type EndDeps, endAttempt, type ObservedEnd } from './end-attempt.ts';
import { isPermanent, JobInterruptedError, JobLostError, JobTimeoutError } from './job-errors.ts';
import type { JobHandler, RunningJob } from './job-handler.ts';
import {
  type ClaimedJob,
  completeAttempt,
  completeAttemptInTransaction,
  lockAttempt,
} from './pgboss-store.ts';
import { reportProgress } from './report-progress.ts';
import { writeProgress } from './work-token-store.ts';

/** An attempt that this node runs. */
export interface Attempt extends ClaimedJob {
  readonly controller: AbortController;
  /** When the database last confirmed that this node owns the job (`performance.now()`). */
  confirmedAt: number;
  /** The handler completed the job in a transaction, which may not have committed. */
  completedInTransaction: boolean;
}

export interface AttemptDeps extends EndDeps {
  readonly handler: JobHandler<never>;
  /** Aborted when the node stops waiting for the database to record results. */
  readonly abandon: AbortSignal;
  readonly onFinished?: ((name: string, outcome: 'completed' | 'failed') => void) | undefined;
}

type Outcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'interrupted'; readonly reason: Error }
  | { readonly kind: 'failed'; readonly error: Error };

/** How long a handler may run on after its signal was aborted. */
const ABORT_GRACE_MS = 2_000;

/** Runs a job once and records how it ended. Never rejects. */
export async function runAttempt(attempt: Attempt, deps: AttemptDeps): Promise<void> {
  const log = deps.log.child({ job: attempt.name, jobId: attempt.id, attempt: attempt.attempt });
  const startedAt = performance.now();
  const outcome = await runHandler(attempt, { ...deps, log });
  try {
    await persist(() => settle(attempt, outcome, { ...deps, log }), log, deps.abandon);
    log.debug({ outcome: outcome.kind, ms: Math.round(performance.now() - startedAt) }, 'Ran a job');
  } catch (error) {
    log.error({ err: error }, 'The end of a job could not be recorded; it will run again');
  }
}

async function runHandler(attempt: Attempt, deps: AttemptDeps): Promise<Outcome> {
  const { settings, handler } = deps;
  const timer = setTimeout(() => {
    attempt.controller.abort(new JobTimeoutError(`The job took longer than ${settings.timeoutSeconds} s.`));
  }, settings.timeoutSeconds * 1_000);
  const progress = reportProgress((latest) => writeProgress(deps.db, attempt.id, latest), deps.log);
  try {
    const job = toRunningJob(attempt, deps.log, progress.report);
    return await outcomeOf(() => handler(job), attempt.controller.signal);
  } finally {
    clearTimeout(timer);
    await progress.flush();
  }
}

function toRunningJob(
  attempt: Attempt,
  log: Log,
  report: ReturnType<typeof reportProgress>['report'],
): RunningJob<never> {
  return {
    name: attempt.name,
    id: attempt.id,
    attempt: attempt.attempt,
    payload: attempt.payload,
    signal: attempt.controller.signal,
    log,
    progress: (done, total, phase) =>
      report({ done, ...(total === undefined ? {} : { total }), ...(phase === undefined ? {} : { phase }) }),
    completeInTransaction: async (tx) => {
      const ours = await completeAttemptInTransaction(tx, attempt);
      if (!ours) throw new JobLostError('Another node has recovered this job.');
      attempt.completedInTransaction = true;
    },
  };
}

/** An aborted attempt ends with the reason of its signal, independent of the error of the handler. */
async function outcomeOf(run: () => Promise<void>, signal: AbortSignal): Promise<Outcome> {
  const ran = Promise.resolve()
    .then(run)
    .then(
      (): Outcome => ({ kind: 'completed' }),
      (error: unknown): Outcome => (signal.aborted ? abortedOutcome(signal) : toFailure(error)),
    );
  return Promise.race([ran, stillRunningAfterAbort(signal)]);
}

function stillRunningAfterAbort(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const resolveLater = () => setTimeout(() => resolve(abortedOutcome(signal)), ABORT_GRACE_MS);
    if (signal.aborted) resolveLater();
    else signal.addEventListener('abort', resolveLater, { once: true });
  });
}

function abortedOutcome(signal: AbortSignal): Outcome {
  const reason = signal.reason as Error;
  if (reason instanceof JobTimeoutError) return { kind: 'failed', error: reason };
  return { kind: 'interrupted', reason };
}

function toFailure(error: unknown): Outcome {
  if (error instanceof JobLostError) return { kind: 'interrupted', reason: error };
  return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
}

async function settle(attempt: Attempt, outcome: Outcome, deps: AttemptDeps): Promise<void> {
  if (outcome.kind === 'completed') return settleCompleted(attempt, deps);
  const end = toEnd(outcome);
  const verdict = await endAttempt(attempt, end, lockAttempt, deps);
  const reason = outcome.kind === 'failed' ? { err: outcome.error } : { reason: outcome.reason.message };
  logEnd(deps.log, { ...reason, ...verdict }, end);
  if (outcome.kind === 'failed') deps.onFinished?.(attempt.name, 'failed');
}

async function settleCompleted(attempt: Attempt, { db, log, onFinished }: AttemptDeps): Promise<void> {
  const completed = (await completeAttempt(db, attempt)) || attempt.completedInTransaction;
  if (completed) onFinished?.(attempt.name, 'completed');
  else log.warn('A job ended here after another node had recovered it');
}

function toEnd(outcome: Exclude<Outcome, { kind: 'completed' }>): ObservedEnd {
  if (outcome.kind === 'interrupted') {
    const isStopped = outcome.reason instanceof JobInterruptedError;
    return { kind: 'interruption', cause: isStopped ? 'node-stopped' : 'database-unavailable' };
  }
  const { error } = outcome;
  if (isDatabaseUnavailable(error)) return { kind: 'interruption', cause: 'database-unavailable' };
  return { kind: 'error', isPermanent: isPermanent(error), error };
}

function logEnd(log: Log, facts: object & { action?: string }, end: ObservedEnd): void {
  if (facts.action === 'fail' || facts.action === 'quarantine') {
    log.error(facts, 'A job failed and is not retried');
  } else if (end.kind === 'error') log.warn(facts, 'A job failed and will be retried');
  else if (end.cause === 'node-stopped') log.info(facts, 'A job was interrupted: the node stops');
  else log.warn(facts, 'A job was interrupted');
}

const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;

/**
 * Repeats until it succeeds: the database may be restarting (which the heartbeat reports), or a heartbeat has the job
 * locked. Every statement that ends an attempt is idempotent.
 */
async function persist(record: () => Promise<void>, log: Log, abandon: AbortSignal): Promise<void> {
  for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await record();
    } catch (error) {
      if (abandon.aborted) throw error;
      log.debug({ err: error }, 'The end of a job could not be recorded; retrying');
      await sleep(pauseMs, undefined, { signal: abandon }).catch(() => {});
    }
  }
}
