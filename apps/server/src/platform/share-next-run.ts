/**
 * Lets callers share runs of the same work. Whoever asks while a run is under way waits for the next one, which
 * starts after the question and so answers it as truly as a run of its own would.
 */
export function shareNextRun<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;

  const start = (): Promise<T> => {
    next = undefined;
    const run = work();
    running = run.catch(() => {});
    return run;
  };
  return () => {
    next ??= running.then(start);
    return next;
  };
}
