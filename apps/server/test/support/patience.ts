/** How much longer than usual tests may wait: 1 on a quiet machine, more on a busy one. See `vitest.config.ts`. */
export const patience = Number(process.env.TALLYMAN_TEST_PATIENCE ?? 1);
