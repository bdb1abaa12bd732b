/**
 * Loaded into the server (`--import`) by the benchmarks: writes how long its event loop was kept busy by one and the
 * same piece of work at most, in processor time. On a machine that others use too, time on the clock would say how
 * long the process had to wait for a processor.
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
