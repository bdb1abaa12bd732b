import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

/** The thread exceeded its memory limit and was terminated. The process is not affected. */
export class ThreadMemoryError extends Error {
  override readonly name = 'ThreadMemoryError';
}

/** The task exceeded its time limit. The thread was terminated. */
export class ThreadTimeError extends Error {
  override readonly name = 'ThreadTimeError';
}

/** An error that was thrown in a thread. */
class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

/**
 * Most objects of a thread die at once; with a small young generation many of them would be copied first. The flag
 * applies to threads that start from now on, not to the main thread.
 */
const YOUNG_GENERATION_MEGABYTES = 16;

/** One thread of a pool. Runs one task after the other. */
export class PoolThread<Task, Message, Result> {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  #received: FromThread[] = [];
  #lost: Error | undefined;
  #wake: () => void = () => {};
  #heldBytes = 0;

  constructor(script: URL, maxHeapMegabytes: number) {
    setFlagsFromString(`--max-semi-space-size=${YOUNG_GENERATION_MEGABYTES}`);
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } });
    this.#worker.on('message', (answer: FromThread) => {
      if ('ready' in answer) this.#ready.resolve();
      else this.#received.push(answer);
      this.#wake();
    });
    this.#worker.on('error', (error: Error & { code?: string }) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new ThreadError('The thread ended before its task did.')));
    this.rest();
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Memory of the thread at the end of its last task. */
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

  /** The time limit starts when the thread has started, and includes the time that the reader takes. */
  async *run(task: Task, timeLimitMs: number | undefined): AsyncGenerator<Message, Result> {
    this.#worker.ref();
    this.#received = [];
    this.#send({ task });
    if (timeLimitMs === undefined) return yield* this.#answers();
    await this.#ready.promise;
    const timer = setTimeout(() => this.#timeOut(timeLimitMs), timeLimitMs);
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
      this.#send({ consumed: true });
    }
  }

  /** A message that arrived in time, while the main thread was busy, is read before the timer takes effect. */
  #timeOut(timeLimitMs: number): void {
    setImmediate(() => {
      if (this.#received.length > 0) return;
      this.#lose(new ThreadTimeError(`The task took longer than ${timeLimitMs} ms.`));
      void this.terminate();
    });
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  async #next(): Promise<FromThread> {
    for (;;) {
      const answer = this.#received.shift();
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
