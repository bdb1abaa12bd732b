/** A terminal sends its signal to the whole process group and npm forwards it again: both are one request. */
const ECHO_MS = 1_000;

interface StopSignal {
  readonly requested: Promise<NodeJS.Signals>;
  /** Ends the wait with an error: the node cannot go on. */
  fail(reason: Error): void;
}

/** Resolves on the first request to stop. Asking again, later, ends the process at once. */
export function stopSignal(): StopSignal {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAt !== undefined && Date.now() - firstAt > ECHO_MS) process.exit(130);
    firstAt ??= Date.now();
    resolve(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The reason may come before anybody waits for it.
  promise.catch(() => {});
  return { requested: promise, fail: reject };
}
