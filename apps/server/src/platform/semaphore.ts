import { AppError } from './errors.ts';

interface SemaphoreOptions {
  readonly permits: number;
  /** The maximum number of waiters. Further ones are refused. */
  readonly maxWaiting: number;
  /** The maximum number of waiters of one client. No separate limit by default. */
  readonly maxWaitingPerClient?: number;
  /** A waiter is refused after this time. No limit by default. */
  readonly maxWaitMs?: number;
  /** Detail of the refusal. */
  readonly message: string;
  /** The kind of the refusal: the service is overloaded (the default), or the client requests too much. */
  readonly kind?: 'unavailable' | 'too-many-requests';
  /** 10 by default. */
  readonly retryAfterSeconds?: number;
}

interface Waiter {
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Limits the concurrency of work. The queue is fair between clients: a client that requests a hundred permits does not
 * delay another that requests one.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  /** By client. The first one is next. */
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;
  #acquired = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** Runs `work` while it holds a permit. Throws an `AppError` if too many wait, or after `maxWaitMs`. */
  async run<T>(work: () => Promise<T>, client?: string): Promise<T> {
    const release = await this.acquire(client);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves with the function that releases the permit. Calling it again does nothing. */
  async acquire(client = ''): Promise<() => void> {
    if (this.#acquired < this.#options.permits) this.#acquired++;
    else await this.#wait(client);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #wait(client: string): Promise<void> {
    const { maxWaiting, maxWaitingPerClient = maxWaiting, maxWaitMs } = this.#options;
    const queue = this.#queues.get(client) ?? [];
    if (this.#waiting >= maxWaiting || queue.length >= maxWaitingPerClient) throw this.#refusal();
    this.#queues.set(client, queue);
    this.#waiting++;
    return new Promise((admit, reject) => {
      const refuse = () => {
        this.#remove(client, waiter);
        reject(this.#refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs).unref();
      const waiter = { admit, timer };
      queue.push(waiter);
    });
  }

  /** Hands the permit to the next waiter, so that no later caller gets it first. */
  #release(): void {
    const [next] = this.#queues;
    if (next === undefined) {
      this.#acquired--;
      return;
    }
    const [client, queue] = next;
    const [first] = queue;
    if (first === undefined) return;
    this.#remove(client, first);
    // To the end: every other client is admitted once before this one is admitted again.
    if (this.#queues.delete(client)) this.#queues.set(client, queue);
    first.admit();
  }

  #remove(client: string, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    const queue = this.#queues.get(client) ?? [];
    queue.splice(queue.indexOf(waiter), 1);
    this.#waiting--;
    if (queue.length === 0) this.#queues.delete(client);
  }

  #refusal(): AppError {
    const { kind = 'unavailable', message, retryAfterSeconds = 10 } = this.#options;
    return new AppError(kind, message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}
