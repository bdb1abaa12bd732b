/** Wakes one sleeper. Rung while nobody sleeps, it is heard by the next one. */
export class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Until it rings, but no longer than this. */
  async wait(atMostMs: number): Promise<void> {
    if (!this.#isRung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, atMostMs);
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#isRung = false;
  }
}
