import { setImmediate } from 'node:timers/promises';

interface Run<T> {
  readonly startedAt: number;
  readonly result: Promise<T>;
}

/**
 * Lets callers share runs of the same work. A caller is served by a run that starts no earlier than `since`, by
 * default the moment of asking, so the answer is as true as one of its own would be. Those who ask within one
 * turn of the event loop share a run. Nobody waits for a run to end before the next one starts: callers that
 * were made to would move in lockstep from then on.
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
