import { serveThread } from '../../src/platform/threads/serve-thread.ts';

export type CountingTask =
  | { readonly count: number }
  | { readonly fail: string }
  | { readonly fillMemory: true }
  | { readonly exit: true }
  | { readonly loop: true };

/** A thread for tests: counts, fails, runs out of memory, goes away or never ends, as it is told. */
serveThread<CountingTask, number, string>(async (task, send) => {
  if ('fail' in task) throw new TypeError(task.fail);
  if ('exit' in task) process.exit(1);
  if ('loop' in task) for (;;);
  if ('fillMemory' in task) for (const all: unknown[] = []; ; ) all.push(new Array(10_000).fill(all.length));
  for (let n = 0; n < task.count; n++) await send(n);
  return `counted to ${task.count}`;
});
