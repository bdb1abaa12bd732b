import { availableParallelism } from 'node:os';
import type { Operation } from '@tallyman/contract';
import { Semaphore } from '../semaphore.ts';

declare module 'fastify' {
  interface FastifyInstance {
    operationTurns: OperationTurns;
  }
}

const MAX_WAITING = 500;

/** The same as the longest wait for a database connection. */
const MAX_WAIT_MS = 15_000;

/**
 * Limits how many requests of one operation run at a time, so that an operation that waits, for example for a lock, does
 * not occupy all connections. Operations with documents wait without a time limit, because documents take long to read.
 */
export class OperationTurns {
  readonly #permits: number;
  readonly #semaphores = new Map<Operation, Semaphore>();

  /** One operation gets a third of the connections of requests. */
  constructor(connections: number) {
    this.#permits = Math.max(1, Math.floor(connections / 3));
  }

  /** In turns between clients, so that many requests of one do not delay those of others. */
  run<T>(operation: Operation, work: () => Promise<T>, client: string): Promise<T> {
    return this.#semaphoreOf(operation).run(work, client);
  }

  #semaphoreOf(operation: Operation): Semaphore {
    const known = this.#semaphores.get(operation);
    if (known) return known;
    const options = {
      maxWaiting: MAX_WAITING,
      message:
        'Too many requests of this kind wait for the database. Nothing was changed; try again shortly.',
    };
    const semaphore = operation.document
      ? new Semaphore({ ...options, permits: Math.max(this.#permits, availableParallelism()) })
      : new Semaphore({ ...options, permits: this.#permits, maxWaitMs: MAX_WAIT_MS });
    this.#semaphores.set(operation, semaphore);
    return semaphore;
  }
}
