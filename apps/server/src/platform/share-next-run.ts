interface Run<T> {
  readonly startedAt: number;
  readonly result: Promise<T>;
}

/**
 * Lets callers share runs of the same work. A caller is served by a run that started no earlier than `since`,
 * by default the moment of asking: whoever asks while a run is under way waits for the next one, which answers
 * as truly as a run of its own would.
 */
export function shareNextRun<T>(work: () => Promise<T>): (since?: number) => Promise<T> {
  let latest: Run<T> | undefined;
  let next: Promise<T> | undefined;

  const start = (): Promise<T> => {
    next = undefined;
    latest = { startedAt: performance.now(), result: work() };
    return latest.result;
  };
  const startAfterLatest = async (): Promise<T> => {
    await latest?.result.catch(() => {});
    return start();
  };
  return (since = performance.now()) => {
    if (latest && latest.startedAt >= since) return latest.result;
    next ??= startAfterLatest();
    return next;
  };
}
