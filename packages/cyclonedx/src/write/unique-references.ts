import { isJsonObject } from '../schema/schema-node.ts';
import { structuralHash } from '../schema/structural-hash.ts';

/**
 * The XSDs demand that no bom-ref stands twice in a document, the JSON schemas do not. The first element with a
 * bom-ref keeps it, so that references to it stay what they were; later ones get a number behind theirs. Hashes
 * instead of texts: 300,000 references fit into a few megabytes.
 */
export class UniqueReferences {
  readonly #seen = new Set<number>();

  /** The value with repeated bom-refs changed; the value itself when there are none. */
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
