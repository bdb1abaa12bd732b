import { setImmediate } from 'node:timers/promises';

interface Run<T> {
  readonly startedAt: number;
  readonly result: Promise<T>;
}

/**
 * Lets concurrent callers share runs of the same work. A caller gets the result of a run that starts no earlier than
 * `since`, by default the time of the call, so that it is as fresh as one of its own. Calls within one turn of the event
 * loop share a run. The next run does not wait for the current one to end: callers would move in lockstep.
 */
export function shareRuns<T>(work: () => Promise<T>): (since?: number) => Promise<T> {
  let latest: Run<T> | undefined;
  let next: Promise<T> | undefined;

  const startAtEndOfTurn = async (): Promise<T> => {
    await setImmediate();
    next = undefined;
    latest = { startedAt: performance.now(), result: work() };
    return latest.result;
  };
  return (since = performance.now()) => {
    if (latest && latest.startedAt >= since) return latest.result;
    next ??= startAtEndOfTurn();
    return next;
  };
}
