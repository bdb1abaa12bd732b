import { PoolThread } from './pool-thread.ts';

export interface ThreadPool<Task, Message, Result> {
  /**
   * Runs a task in a thread as soon as one is free. Yields the messages of the task and returns its result. Stopping the
   * iteration, or aborting the signal, terminates the thread.
   */
  run(task: Task, signal?: AbortSignal): AsyncGenerator<Message, Result>;
  close(): Promise<void>;
}

interface PoolOptions {
  /** A script that calls `serveThread`. */
  readonly script: URL;
  readonly size: number;
  readonly maxHeapMegabytes: number;
  /** A task that takes longer fails with a `ThreadTimeError`, and its thread is terminated. No limit by default. */
  readonly timeLimitMs?: number;
}

/** Starting a thread takes time, an idle one takes memory. */
const IDLE_MS = 30_000;

/** A thread that holds more memory after a task is terminated: only that returns the memory to the system. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

/** Threads are started on demand and terminated when they are idle for a while. */
export function createThreadPool<Task, Message, Result>({
  script,
  size,
  maxHeapMegabytes,
  timeLimitMs,
}: PoolOptions): ThreadPool<Task, Message, Result> {
  type Thread = PoolThread<Task, Message, Result>;
  const threads = new Set<Thread>();
  const idle = new Map<Thread, NodeJS.Timeout>();
  const waiting: (() => void)[] = [];

  const drop = async (thread: Thread): Promise<void> => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    threads.delete(thread);
    await thread.terminate();
  };
  const findFree = (): Thread | undefined => {
    for (const [thread, timer] of [...idle].reverse()) {
      idle.delete(thread);
      clearTimeout(timer);
      if (!thread.isLost) return thread;
      threads.delete(thread);
    }
    if (threads.size >= size) return undefined;
    const thread: Thread = new PoolThread(script, maxHeapMegabytes);
    threads.add(thread);
    return thread;
  };
  const acquire = async (signal: AbortSignal | undefined): Promise<Thread> => {
    for (;;) {
      signal?.throwIfAborted();
      const thread = findFree();
      if (thread) return thread;
      await nextTurn(waiting, signal);
    }
  };
  const release = (thread: Thread): void => {
    if (thread.heldBytes > MAX_HELD_BYTES) {
      void drop(thread);
      return;
    }
    thread.rest();
    idle.set(thread, setTimeout(() => void drop(thread), IDLE_MS).unref());
  };

  async function* run(task: Task, signal?: AbortSignal): AsyncGenerator<Message, Result> {
    const thread = await acquire(signal);
    const stop = () => void thread.terminate();
    signal?.addEventListener('abort', stop, { once: true });
    let finished = false;
    try {
      const result = yield* thread.run(task, timeLimitMs);
      finished = true;
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      if (finished) release(thread);
      else await drop(thread);
      waiting.shift()?.();
    }
  }
  return {
    run,
    close: async () => {
      await Promise.all([...threads].map(drop));
    },
  };
}

async function nextTurn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  const turn = Promise.withResolvers<void>();
  waiting.push(turn.resolve);
  const onAbort = () => turn.resolve();
  signal?.addEventListener('abort', onAbort, { once: true });
  await turn.promise;
  signal?.removeEventListener('abort', onAbort);
  if (!signal?.aborted) return;
  // An aborted caller passes its turn on.
  const place = waiting.indexOf(turn.resolve);
  if (place >= 0) waiting.splice(place, 1);
  else waiting.shift()?.();
}
