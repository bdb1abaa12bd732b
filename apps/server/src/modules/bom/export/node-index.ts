const UUID_BYTES = 16;

/** Where the groups of digits of a UUID begin and end. */
const GROUPS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;

/**
 * The UUIDs of components and services by their ids. The graph of 300,000 components is written with it, so it keeps
 * bytes in a row instead of texts in a map: 24 for each.
 */
export class NodeIndex {
  readonly #ids: Float64Array;
  readonly #uuids: Buffer;

  constructor(ids: readonly number[]) {
    this.#ids = Float64Array.from(ids).sort();
    this.#uuids = Buffer.alloc(ids.length * UUID_BYTES);
  }

  set(id: number, uuid: string): void {
    const rank = this.#rankOf(id);
    if (rank !== undefined) this.#uuids.write(uuid.replaceAll('-', ''), rank * UUID_BYTES, 'hex');
  }

  find(id: number): string | undefined {
    const rank = this.#rankOf(id);
    if (rank === undefined) return undefined;
    const digits = this.#uuids.toString('hex', rank * UUID_BYTES, (rank + 1) * UUID_BYTES);
    return GROUPS.map(([from, to]) => digits.slice(from, to)).join('-');
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
