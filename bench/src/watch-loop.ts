/**
 * Loaded into the server (`--import`) by the benchmarks: writes the longest stall of the event loop in CPU time. On a shared
 * machine, elapsed time would include waiting for a CPU.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 2;
const path = process.env.WATCH_LOOP_FILE;

if (isMainThread && path) {
  let last = process.threadCpuUsage();
  let longest = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, TICK_MS).unref();
  setInterval(() => {
    writeFileSync(path, String(longest));
  }, 100).unref();
  process.on('SIGUSR2', () => {
    longest = 0;
  });
}
