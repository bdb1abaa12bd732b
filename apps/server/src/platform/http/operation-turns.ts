import { availableParallelism } from 'node:os';
import type { Operation } from '@tallyman/contract';
import { Permits } from '../permits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    operationTurns: OperationTurns;
  }
}

const WAITING = 500;

/** As long as a request waits for a database connection. */
const MAX_WAIT_MS = 15_000;

/**
 * Limits how many requests of one operation are handled at a time, so that an operation which waits, for example for a
 * lock, does not take all connections from the others. Documents take long to read and wait without a time limit.
 */
export class OperationTurns {
  readonly #atOnce: number;
  readonly #permits = new Map<Operation, Permits>();

  /** Of the connections that requests share, one operation gets a third. */
  constructor(connections: number) {
    this.#atOnce = Math.max(1, Math.floor(connections / 3));
  }

  async run<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.#permitsOf(operation).take();
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  #permitsOf(operation: Operation): Permits {
    const known = this.#permits.get(operation);
    if (known) return known;
    const limits = {
      waiting: WAITING,
      refusal:
        'Too many requests of this kind wait for the database. Nothing was changed; try again shortly.',
    };
    const permits = operation.document
      ? new Permits({ ...limits, atOnce: Math.max(this.#atOnce, availableParallelism()) })
      : new Permits({ ...limits, atOnce: this.#atOnce, maxWaitMs: MAX_WAIT_MS });
    this.#permits.set(operation, permits);
    return permits;
  }
}
