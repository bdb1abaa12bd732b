import { isJsonObject } from '../schema/schema-node.ts';
import { structuralHash } from '../schema/structural-hash.ts';

/**
 * Makes bom-refs unique, as the XSDs require. The first element keeps its bom-ref, so that references stay valid. Later
 * ones get a number. Stores hashes, so that 300,000 references take a few megabytes.
 */
export class UniqueReferences {
  readonly #seen = new Set<number>();

  /** Returns the value itself if it has no repeated bom-ref. */
  distinguish(value: unknown): unknown {
    if (Array.isArray(value)) return this.#list(value);
    return isJsonObject(value) ? this.#object(value) : value;
  }

  #list(items: readonly unknown[]): readonly unknown[] {
    const kept = items.map((item) => this.distinguish(item));
    return kept.every((item, index) => item === items[index]) ? items : kept;
  }

  #object(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const entries: [string, unknown][] = [];
    let changed = false;
    for (const [key, item] of Object.entries(value)) {
      const kept = key === 'bom-ref' && typeof item === 'string' ? this.#claim(item) : this.distinguish(item);
      if (kept !== item) changed = true;
      entries.push([key, kept]);
    }
    return changed ? Object.fromEntries(entries) : value;
  }

  #claim(reference: string): string {
    let claimed = reference;
    for (let number = 2; !this.#isFirst(claimed); number++) claimed = `${reference}~${number}`;
    return claimed;
  }

  #isFirst(reference: string): boolean {
    return this.#seen.size < this.#seen.add(structuralHash(reference)).size;
  }
}
