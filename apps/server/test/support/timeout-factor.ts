/** How much longer than usual tests may wait: 1 on a quiet machine, more on a busy one. See `vitest.config.ts`. */
export const timeoutFactor = Number(process.env.TALLYMAN_TEST_TIMEOUT_FACTOR ?? 1);

const DEFAULT_HEARTBEAT_SECONDS = 10;

/** A heartbeat that a node on a busy machine does not miss, at most the default of the service. */
export function heartbeatOf(quietSeconds: number): number {
  return Math.min(Math.ceil(quietSeconds * timeoutFactor), DEFAULT_HEARTBEAT_SECONDS);
}
