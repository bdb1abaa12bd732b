import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BomError } from '../bom-error.ts';
import type { BomBatch } from '../read/bom-batch.ts';
import type { ReadOptions } from '../read/read-options.ts';
import type { BomVerdict } from '../read/validate-bom.ts';
import type { BomSource } from '../source/bom-source.ts';
import type { ErrorMessage, PlainReadOptions, WorkerRequest, WorkerResponse } from './worker-messages.ts';

export interface BomWorkersOptions {
  /** Documents that are read at the same time; 1 unless said otherwise. Others wait for their turn. */
  readonly threads?: number;
  /** Heap of a thread; a document that needs more is refused as `out-of-memory`. */
  readonly maxHeapMegabytes?: number;
}

const DEFAULT_HEAP_MEGABYTES = 512;

type Request = Exclude<WorkerRequest, { type: 'pull' }>;

/** Reads documents in threads of their own, so that the event loop of the caller stays free. Threads are kept. */
export class BomWorkers {
  readonly #threads: number;
  readonly #maxHeapMegabytes: number;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(options: BomWorkersOptions = {}) {
    this.#threads = options.threads ?? 1;
    this.#maxHeapMegabytes = options.maxHeapMegabytes ?? DEFAULT_HEAP_MEGABYTES;
  }

  /** Like `readBom`, in a thread. Leaving the loop early or aborting ends the thread. */
  async *read(source: BomSource, options: ReadOptions = {}): AsyncGenerator<BomBatch, void> {
    for await (const response of this.#run({ type: 'read', ...toPlain(source, options) }, options.signal)) {
      if (response.type === 'batch') yield response.batch;
    }
  }

  /** Like `validateBom`, in a thread. */
  async validate(source: BomSource, options: Omit<ReadOptions, 'validation'> = {}): Promise<BomVerdict> {
    let verdict: BomVerdict | undefined;
    for await (const response of this.#run(
      { type: 'validate', ...toPlain(source, options) },
      options.signal,
    )) {
      if (response.type === 'verdict') verdict = response.verdict;
    }
    if (verdict === undefined) throw new BomError('worker-failed', 'The thread gave no verdict.');
    return verdict;
  }

  /** Ends the threads that have nothing to do. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  async *#run(request: Request, signal: AbortSignal | undefined): AsyncGenerator<WorkerResponse, void> {
    signal?.throwIfAborted();
    const worker = await this.#acquire();
    let reusable = signal?.aborted === true;
    try {
      signal?.throwIfAborted();
      const responses = on(worker, 'message', {
        close: ['exit'],
        ...(signal === undefined ? {} : { signal }),
      });
      worker.postMessage(
        request,
        request.source instanceof Uint8Array ? [request.source.buffer as ArrayBuffer] : [],
      );
      for await (const [response] of responses as AsyncIterable<[WorkerResponse]>) {
        reusable = response.type !== 'batch';
        if (response.type === 'error') throw toError(response);
        if (response.type !== 'end') yield response;
        if (reusable) return;
        worker.postMessage({ type: 'pull' } satisfies WorkerRequest);
      }
      throw new BomError('worker-failed', 'The thread ended before the document.');
    } catch (error) {
      throw translate(error, signal);
    } finally {
      await this.#release(worker, reusable);
    }
  }

  async #acquire(): Promise<Worker> {
    while (this.#busy >= this.#threads) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy++;
    const worker = this.#idle.pop() ?? this.#start();
    worker.ref();
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./bom-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapMegabytes },
    });
    // Somebody always listens for errors while a document is read; between documents there is nobody to tell.
    worker.on('error', () => this.#forget(worker));
    return worker;
  }

  async #release(worker: Worker, reusable: boolean): Promise<void> {
    this.#busy--;
    if (reusable) {
      worker.unref();
      this.#idle.push(worker);
    } else await worker.terminate();
    this.#waiting.shift()?.();
  }

  #forget(worker: Worker): void {
    const index = this.#idle.indexOf(worker);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

/** The bytes are copied once and handed over: a view into a larger buffer would drag all of it along. */
function toPlain(source: BomSource, options: ReadOptions): { source: BomSource; options: PlainReadOptions } {
  const { signal: _, ...plain } = options;
  return { source: source instanceof Uint8Array ? new Uint8Array(source) : source, options: plain };
}

function toError(response: ErrorMessage): Error {
  const { message, code, bomError } = response;
  if (bomError !== undefined) return new BomError(bomError.kind, message, bomError);
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

function translate(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new BomError('out-of-memory', 'The document needs more memory than it may have.', {
      cause: error,
    });
  }
  return error;
}
