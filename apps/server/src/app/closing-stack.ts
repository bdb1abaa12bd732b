/** Closes resources in reverse order, once. A failure does not keep the others open. */
export class ClosingStack {
  readonly #closers: { name: string; close: () => Promise<unknown> }[] = [];
  #closed: Promise<void> | undefined;

  add(name: string, close: () => Promise<unknown>): void {
    this.#closers.push({ name, close });
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    const failures: Error[] = [];
    for (const { name, close } of this.#closers.toReversed()) {
      await close().catch((error: Error) =>
        failures.push(new Error(`Closing the ${name} failed`, { cause: error })),
      );
    }
    if (failures.length > 0)
      throw new AggregateError(failures, failures.map((failure) => failure.message).join('; '));
  }
}
