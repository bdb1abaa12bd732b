import { setTimeout } from 'node:timers/promises';

/**
 * The time between becoming unready and closing the listener. The node serves as before, so that load balancers send new
 * requests to other nodes before any is refused.
 */
export class Drain {
  readonly #ended = new AbortController();
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
    await setTimeout(this.#milliseconds, undefined, { signal: this.#ended.signal }).catch(() => {});
  }

  end(): void {
    this.#hasBegun = true;
    this.#ended.abort();
  }
}
