/** How much longer than usual tests may wait: 1 on a quiet machine, more on a busy one. See `vitest.config.ts`. */
export const timeoutFactor = Number(process.env.TALLYMAN_TEST_TIMEOUT_FACTOR ?? 1);
