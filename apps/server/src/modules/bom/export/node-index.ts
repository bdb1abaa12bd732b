import { parse, stringify } from 'uuid';

const UUID_BYTES = 16;

/**
 * The UUIDs of components and services by their ids. The graph of 300,000 components is written with it, so it keeps
 * bytes in a row instead of texts in a map: 24 for each.
 */
export class NodeIndex {
  readonly #ids: Float64Array;
  readonly #uuids: Uint8Array;

  constructor(ids: readonly number[]) {
    this.#ids = Float64Array.from(ids).sort();
    this.#uuids = new Uint8Array(ids.length * UUID_BYTES);
  }

  set(id: number, uuid: string): void {
    const rank = this.#rankOf(id);
    if (rank !== undefined) this.#uuids.set(parse(uuid), rank * UUID_BYTES);
  }

  find(id: number): string | undefined {
    const rank = this.#rankOf(id);
    return rank === undefined ? undefined : stringify(this.#uuids, rank * UUID_BYTES);
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
