import type { JobRetries } from './job-settings.ts';
import { planRetryDelay } from './plan-retry-delay.ts';

/** How an attempt ended without completing its job. */
export type AttemptEnd =
  | { readonly kind: 'error'; readonly isPermanent: boolean }
  | {
      readonly kind: 'interruption';
      readonly cause: 'node-stopped' | 'node-died' | 'database-unavailable';
      /** The latest progress before the interruption. */
      readonly progress: ProgressMark;
    };

export interface ProgressMark {
  readonly phase: string | null;
  readonly done: number | null;
}

/** The earlier attempts of a job. */
export interface JobHistory extends ProgressMark {
  readonly errors: number;
  /** Consecutive deaths of nodes, and failures of the database, without progress in between. */
  readonly nodeDeaths: number;
  readonly databaseFailures: number;
}

export const NO_HISTORY: JobHistory = {
  errors: 0,
  nodeDeaths: 0,
  databaseFailures: 0,
  phase: null,
  done: null,
};

export type AttemptVerdict =
  | { readonly action: 'retry'; readonly delaySeconds: number }
  | { readonly action: 'fail' }
  | { readonly action: 'quarantine'; readonly reason: string };

/**
 * A job that kills its node does so at every attempt. A harmless one that runs on a dying node would have to be hit this
 * many times in a row, each time at the same point.
 */
const MAX_NODE_DEATHS = 5;

/** A restart of the database interrupts all running jobs; a job that crashes the database does so every time. */
const MAX_DATABASE_FAILURES = 20;

/** The history of a job after one more attempt. */
export function toNextHistory(history: JobHistory, end: AttemptEnd): JobHistory {
  if (end.kind === 'error') return { ...history, errors: history.errors + 1 };
  if (end.cause === 'node-stopped') return history;
  const before = hasProgressed(history, end.progress) ? { ...history, ...NO_INTERRUPTIONS } : history;
  const counted =
    end.cause === 'node-died'
      ? { nodeDeaths: before.nodeDeaths + 1 }
      : { databaseFailures: before.databaseFailures + 1 };
  return { ...before, ...counted, ...furthest(history, end.progress) };
}

const NO_INTERRUPTIONS = { nodeDeaths: 0, databaseFailures: 0 };

function hasProgressed(before: ProgressMark, { phase, done }: ProgressMark): boolean {
  return phase !== before.phase || (done ?? 0) > (before.done ?? 0);
}

function furthest(before: ProgressMark, { phase, done }: ProgressMark): ProgressMark {
  return phase === before.phase ? { phase, done: Math.max(done ?? 0, before.done ?? 0) } : { phase, done };
}

/**
 * Whether a job is retried after an attempt that did not complete it. `history` includes this attempt. Only errors of
 * the job itself use up its retries. `random` is between 0 and 1.
 */
export function planAttemptEnd(
  end: AttemptEnd,
  history: JobHistory,
  retries: JobRetries,
  random: number,
): AttemptVerdict {
  const retryAfter = (attempt: number): AttemptVerdict => ({
    action: 'retry',
    delaySeconds: planRetryDelay(retries, attempt, random),
  });
  if (end.kind === 'error') {
    if (end.isPermanent || history.errors > retries.limit) return { action: 'fail' };
    return retryAfter(history.errors - 1);
  }
  if (end.cause === 'node-stopped') return RETRY_AT_ONCE;
  if (history.nodeDeaths >= MAX_NODE_DEATHS) {
    return quarantine(`${history.nodeDeaths} nodes died while they processed it`, history);
  }
  if (history.databaseFailures >= MAX_DATABASE_FAILURES) {
    return quarantine(
      `The database failed ${history.databaseFailures} times while it was processed`,
      history,
    );
  }
  if (end.cause === 'database-unavailable') return retryAfter(history.databaseFailures - 1);
  // The first death costs no time. The job itself may be the cause of further ones.
  return history.nodeDeaths <= 1 ? RETRY_AT_ONCE : retryAfter(history.nodeDeaths - 2);
}

const RETRY_AT_ONCE: AttemptVerdict = { action: 'retry', delaySeconds: 0 };

function quarantine(what: string, { phase }: ProgressMark): AttemptVerdict {
  const where = phase === null ? '' : ` (${phase})`;
  return { action: 'quarantine', reason: `${what}${where} without any progress. It is not retried.` };
}
