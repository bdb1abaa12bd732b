import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import TestOrder from './scripts/test-order.ts';

/** Limits for tests that hang are not expectations of speed, so they grow with the load of the machine. */
const load = Number(process.env.TALLYMAN_TEST_LOAD) || (loadavg()[0] ?? 0);
const timeoutFactor = Math.max(1, load / availableParallelism());

/** Published data to compare with. Tests that need a part that is missing print what they skip. */
const testData = process.env.TALLYMAN_TEST_DATA ?? join(import.meta.dirname, '..', 'shared', 'data');

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['apps/server/test/support/global-setup.ts'],
    testTimeout: 180_000 * timeoutFactor,
    hookTimeout: 180_000 * timeoutFactor,
    expect: { poll: { timeout: 90_000 * timeoutFactor } },
    env: { TALLYMAN_TEST_TIMEOUT_FACTOR: String(timeoutFactor), TALLYMAN_TEST_DATA: testData },
    reporters: ['./scripts/test-progress.ts'],
    // Half of the time of a small run would be stripping types, the same every time.
    fsModuleCache: true,
    sequence: { sequencer: TestOrder },
    pool: 'forks',
    // The files of a worker share its modules: loading the server again for each file took half of the time. Tests must
    // not leave anything behind in the process.
    isolate: false,
    // Tests wait half of the time for PostgreSQL, a browser or a child process.
    maxWorkers: availableParallelism() * 2,
  },
});
