import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

/** The thread has needed more memory than it may have. It is gone; the process is well. */
export class ThreadMemoryError extends Error {
  override readonly name = 'ThreadMemoryError';
}

/** The task took longer than it may take. The thread is gone. */
export class ThreadTimeError extends Error {
  override readonly name = 'ThreadTimeError';
}

/** What went wrong in a thread, in its own words. */
class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

/**
 * What streams through a thread is garbage at once; in a small nursery much of it would be copied first. The main
 * thread has its size already: the flag counts for those that start from now on, even when the service was
 * started with a smaller one.
 */
const NURSERY_MEGABYTES = 16;

/** One thread of a pool: gives back what its script says about one task after the other. */
export class PoolThread<Task, Message, Result> {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  #told: FromThread[] = [];
  #lost: Error | undefined;
  #wake: () => void = () => {};
  #heldBytes = 0;

  constructor(script: URL, maxHeapMegabytes: number) {
    setFlagsFromString(`--max-semi-space-size=${NURSERY_MEGABYTES}`);
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } });
    this.#worker.on('message', (answer: FromThread) => {
      if ('ready' in answer) this.#ready.resolve();
      else this.#told.push(answer);
      this.#wake();
    });
    this.#worker.on('error', (error: Error & { code?: string }) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new ThreadError('The thread ended before its task did.')));
    this.rest();
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Memory that the thread had at the end of its last task. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** An idle thread does not keep the process alive. */
  rest(): void {
    this.#worker.unref();
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  /** The time limit counts from when the thread has started; whoever reads slowly uses it up as well. */
  async *run(task: Task, timeLimitMs: number | undefined): AsyncGenerator<Message, Result> {
    this.#worker.ref();
    this.#told = [];
    this.#tell({ task });
    if (timeLimitMs === undefined) return yield* this.#answers();
    await this.#ready.promise;
    const timer = setTimeout(() => this.#endAfterTurn(timeLimitMs), timeLimitMs);
    try {
      return yield* this.#answers();
    } finally {
      clearTimeout(timer);
    }
  }

  async *#answers(): AsyncGenerator<Message, Result> {
    for (;;) {
      const answer = await this.#next();
      if ('heldBytes' in answer) this.#heldBytes = answer.heldBytes;
      if ('result' in answer) return answer.result as Result;
      if ('failure' in answer) throw toError(answer.failure);
      if ('message' in answer) yield answer.message as Message;
      this.#tell({ consumed: true });
    }
  }

  /** An answer that arrived in time, while the main thread was busy, is read before the timer counts. */
  #endAfterTurn(timeLimitMs: number): void {
    setImmediate(() => {
      if (this.#told.length > 0) return;
      this.#lose(new ThreadTimeError(`The task took longer than ${timeLimitMs} ms.`));
      void this.terminate();
    });
  }

  #tell(words: ToThread): void {
    this.#worker.postMessage(words);
  }

  async #next(): Promise<FromThread> {
    for (;;) {
      const answer = this.#told.shift();
      if (answer) return answer;
      if (this.#lost) throw this.#lost;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #lose(error: Error & { code?: string }): void {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#lost ??= isMemory ? new ThreadMemoryError('The thread ran out of memory.') : error;
    this.#ready.resolve();
    this.#wake();
  }
}

function toError({
  name,
  message,
  stack,
}: Extract<FromThread, { failure: unknown }>['failure']): ThreadError {
  const error = new ThreadError(`${name}: ${message}`);
  if (stack) error.stack = stack;
  return error;
}
