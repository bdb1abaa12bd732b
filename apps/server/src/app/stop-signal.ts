/** A terminal sends its signal to the whole process group, and npm forwards it: both count as one. */
const ECHO_MS = 1_000;

interface StopSignal {
  readonly requested: Promise<NodeJS.Signals>;
  /** Rejects `requested`: the node cannot continue. */
  fail(reason: Error): void;
}

/** Resolves on the first signal. A later signal ends the process at once. */
export function stopSignal(): StopSignal {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAt !== undefined && Date.now() - firstAt > ECHO_MS) process.exit(130);
    firstAt ??= Date.now();
    resolve(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // It may be rejected before anybody awaits it.
  promise.catch(() => {});
  return { requested: promise, fail: reject };
}
