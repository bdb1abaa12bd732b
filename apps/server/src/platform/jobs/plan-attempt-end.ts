import type { JobRetries } from './job-settings.ts';
import { planRetryDelay } from './plan-retry-delay.ts';

/** How an attempt ended that did not complete its job. */
export type AttemptEnd =
  | { readonly kind: 'error'; readonly isPermanent: boolean }
  | {
      readonly kind: 'interruption';
      readonly cause: 'node-stopped' | 'node-died' | 'database-unavailable';
      /** What the job had reported when it was interrupted. */
      readonly progress: ProgressMark;
    };

export interface ProgressMark {
  readonly phase: string | null;
  readonly done: number | null;
}

/** What is known about the earlier attempts of a job. */
export interface JobHistory extends ProgressMark {
  readonly errors: number;
  /** Deaths of nodes, and failures of the database, in a row and without progress in between. */
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
  | { readonly action: 'give-up' }
  | { readonly action: 'quarantine'; readonly reason: string };

/**
 * A job that kills its node does so at every attempt. An innocent one shares the node of another, or is there when
 * somebody kills it; it would have to be unlucky as often as this, each time at the same point.
 */
const MOST_NODE_DEATHS = 5;

/** A restart of the database interrupts everything that runs; a job that makes it crash does so each time. */
const MOST_DATABASE_FAILURES = 20;

/** The history of a job after one more attempt has ended. */
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
 * What becomes of a job after an attempt. `history` includes this attempt. Only errors of the job itself use up its
 * retries. `random` is between 0 and 1.
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
    if (end.isPermanent || history.errors > retries.limit) return { action: 'give-up' };
    return retryAfter(history.errors - 1);
  }
  if (end.cause === 'node-stopped') return AT_ONCE;
  if (history.nodeDeaths >= MOST_NODE_DEATHS) {
    return quarantine(`${history.nodeDeaths} nodes died while they worked on it`, history);
  }
  if (history.databaseFailures >= MOST_DATABASE_FAILURES) {
    return quarantine(
      `The database failed ${history.databaseFailures} times while it was processed`,
      history,
    );
  }
  if (end.cause === 'database-unavailable') return retryAfter(history.databaseFailures - 1);
  // Whoever waits for the job should not notice the first death. Further ones may be its own doing.
  return history.nodeDeaths <= 1 ? AT_ONCE : retryAfter(history.nodeDeaths - 2);
}

const AT_ONCE: AttemptVerdict = { action: 'retry', delaySeconds: 0 };

function quarantine(what: string, { phase }: ProgressMark): AttemptVerdict {
  const where = phase === null ? '' : ` (${phase})`;
  return { action: 'quarantine', reason: `${what}${where} without any progress. It is not tried again.` };
}
