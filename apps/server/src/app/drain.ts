import { setTimeout } from 'node:timers/promises';

/**
 * The time between "this node is not ready" and "this node closes its listener". In it the node serves as before, so
 * that load balancers which follow readiness send their next requests elsewhere before anything is refused.
 */
export class Drain {
  readonly #cutShort = new AbortController();
  readonly #milliseconds: number;
  #hasBegun = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Resolves when the time is over, or when `end` is called. */
  async begin(): Promise<void> {
    this.#hasBegun = true;
    await setTimeout(this.#milliseconds, undefined, { signal: this.#cutShort.signal }).catch(() => {});
  }

  end(): void {
    this.#hasBegun = true;
    this.#cutShort.abort();
  }
}
