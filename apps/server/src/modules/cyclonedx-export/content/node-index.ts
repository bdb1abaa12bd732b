const UUID_CHARACTERS = 36;

/**
 * The UUIDs of components and services by id. Uses 44 bytes for each instead of a string in a map, because a project may
 * have 300,000 components.
 */
export class NodeIndex {
  readonly #ids: Float64Array;
  readonly #uuids: Buffer;

  constructor(ids: readonly number[]) {
    this.#ids = Float64Array.from(ids).sort();
    this.#uuids = Buffer.alloc(ids.length * UUID_CHARACTERS);
  }

  set(id: number, uuid: string): void {
    const rank = this.#rankOf(id);
    if (rank !== undefined) this.#uuids.write(uuid, rank * UUID_CHARACTERS, 'latin1');
  }

  find(id: number): string | undefined {
    const rank = this.#rankOf(id);
    if (rank === undefined) return undefined;
    return this.#uuids.toString('latin1', rank * UUID_CHARACTERS, (rank + 1) * UUID_CHARACTERS);
  }

  #rankOf(id: number): number | undefined {
    let [low, high] = [0, this.#ids.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}
