import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['apps/server/test/support/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Limits for a test that hangs, not expectations of speed: a busy machine may need a hundred times as long as a quiet one.
    expect: { poll: { timeout: 90_000 } },
    reporters: ['./scripts/test-progress.ts'],
    // Half of the time of a small run would be stripping types, the same every time.
    fsModuleCache: true,
    pool: 'forks',
    // The files of a worker share its modules: loading the server again for each file took half of the time. Tests must
    // not leave anything behind in the process.
    isolate: false,
    // Tests wait half of the time for PostgreSQL, a browser or a child process.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
});
