import { AppError } from '../../platform/errors.ts';

interface GateLimits {
  /** How much of the work is done at a time. */
  readonly atOnce: number;
  /** How many may wait for their turn before the next ones are turned away. */
  readonly waiting: number;
}

/** Lets expensive work in only a few at a time; the others wait in line. */
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
      throw new AppError(
        'unavailable',
        'Too many people sign in at this moment. Try again in a few seconds.',
        {
          headers: { 'Retry-After': '5' },
        },
      );
    }
    return new Promise((resolve) => this.#line.push(resolve));
  }

  /** The next in line takes the place over, so that nobody slips in between. */
  #leave(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#working--;
  }
}
