import { AppError } from '../../platform/errors.ts';

interface GateLimits {
  /** Maximum number of concurrent runs. */
  readonly atOnce: number;
  /** Maximum number of waiting callers. Further ones are rejected. */
  readonly waiting: number;
}

/** Limits the concurrency of expensive work. Callers above the limit wait in a queue. */
export class WorkGate {
  readonly #limits: GateLimits;
  readonly #line: (() => void)[] = [];
  #working = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#working < this.#limits.atOnce) {
      this.#working++;
      return Promise.resolve();
    }
    if (this.#line.length >= this.#limits.waiting) {
      throw new AppError('unavailable', 'Too many sign-ins at the moment. Try again in a few seconds.', {
        headers: { 'Retry-After': '5' },
      });
    }
    return new Promise((resolve) => this.#line.push(resolve));
  }

  /** Passes the permit on directly, so that no new caller can get ahead of the queue. */
  #leave(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#working--;
  }
}
