import { defineConfig } from 'vitest/config';

/** Unit tests of pure rules: no database, and no published data, which may be missing. */
export default defineConfig({
  test: {
    include: ['apps/server/src/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
    exclude: ['**/*.db.test.ts', '**/*.published.test.ts', '**/node_modules/**'],
    testTimeout: 120_000,
    pool: 'threads',
  },
});
