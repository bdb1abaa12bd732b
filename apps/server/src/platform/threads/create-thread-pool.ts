import { PoolThread } from './pool-thread.ts';

export interface ThreadPool<Task, Message, Result> {
  /**
   * Does a task in a thread as soon as one is free. Gives the task's messages as they are asked for and returns
   * its result. Whoever stops asking, or aborts the signal, ends the task with its thread.
   */
  run(task: Task, signal?: AbortSignal): AsyncGenerator<Message, Result>;
  close(): Promise<void>;
}

interface PoolOptions {
  /** A script that calls `serveThread`. */
  readonly script: URL;
  readonly size: number;
  readonly maxHeapMegabytes: number;
  /** A task that takes longer is ended with its thread, and fails with a `ThreadTimeError`. No limit if absent. */
  readonly timeLimitMs?: number;
}

/** A thread takes a moment to start; one that nobody needs takes memory. */
const IDLE_MS = 30_000;

/** A thread that holds more than this after a task is ended: only that gives its memory back to the system. */
const MOST_HELD_BYTES = 128 * 1024 * 1024;

/** Threads are started when there is a task for them and end when there is none for a while. */
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
  const take = async (signal: AbortSignal | undefined): Promise<Thread> => {
    for (;;) {
      signal?.throwIfAborted();
      const thread = findFree();
      if (thread) return thread;
      await nextTurn(waiting, signal);
    }
  };
  const giveBack = (thread: Thread): void => {
    if (thread.heldBytes > MOST_HELD_BYTES) {
      void drop(thread);
      return;
    }
    thread.rest();
    idle.set(thread, setTimeout(() => void drop(thread), IDLE_MS).unref());
  };

  async function* run(task: Task, signal?: AbortSignal): AsyncGenerator<Message, Result> {
    const thread = await take(signal);
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
      if (finished) giveBack(thread);
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
  const giveUp = () => turn.resolve();
  signal?.addEventListener('abort', giveUp, { once: true });
  await turn.promise;
  signal?.removeEventListener('abort', giveUp);
  if (!signal?.aborted) return;
  // Whoever gives up does not take the turn of the next one with it.
  const place = waiting.indexOf(turn.resolve);
  if (place >= 0) waiting.splice(place, 1);
  else waiting.shift()?.();
}
