import { threadId } from 'node:worker_threads';
import { serveThread } from '../../src/platform/threads/serve-thread.ts';

export type CountingTask =
  | { readonly count: number }
  | { readonly fail: string }
  | { readonly fillMemory: true }
  | { readonly exit: true }
  | { readonly loop: true }
  | { readonly holdBytes: number }
  | { readonly tellThread: true };

let held: Buffer | undefined;

/** A thread for tests: counts, fails, runs out of memory, exits or loops, depending on the task. */
serveThread<CountingTask, number, string>(async (task, send) => {
  if ('fail' in task) throw new TypeError(task.fail);
  if ('exit' in task) process.exit(1);
  if ('fillMemory' in task) for (const all: unknown[] = []; ; ) all.push(new Array(10_000).fill(all.length));
  if ('loop' in task) for (;;);
  if ('tellThread' in task) return `thread ${threadId}, holding ${held?.length ?? 0}`;
  if ('holdBytes' in task) {
    held = Buffer.alloc(task.holdBytes, 1);
    return `thread ${threadId}, holding ${held.length}`;
  }
  for (let n = 0; n < task.count; n++) await send(n);
  return `counted to ${task.count}`;
});
