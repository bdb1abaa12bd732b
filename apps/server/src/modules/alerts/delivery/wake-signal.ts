/** Wakes one waiter. A notification that arrives while nobody waits is kept for the next one. */
export class WakeSignal {
  #isPending = false;
  #resolve: (() => void) | undefined;

  notify(): void {
    this.#isPending = true;
    this.#resolve?.();
  }

  /** Returns when notified, or after the timeout. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isPending) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      this.#resolve = resolve;
      await promise;
      clearTimeout(timer);
      this.#resolve = undefined;
    }
    this.#isPending = false;
  }
}
