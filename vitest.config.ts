import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['apps/server/test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What comes comes soon, but not on a machine that has other things to do.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // Tests wait for PostgreSQL half of the time: as many as there are cores, instead of one less.
    maxWorkers: '100%',
  },
});
