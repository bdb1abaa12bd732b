import type { BomDocument, BomListName } from '../model/bom.ts';
import type { BomBatch, ElementPlace } from './bom-batch.ts';

/** Small enough that another thread deserialises a batch in a few milliseconds. */
const MAX_BATCH_WEIGHT = 1024 * 1024;

/** Collects elements into batches of one kind. */
export class BatchCollector {
  readonly #batchSize: number;
  #ready: BomBatch[] = [];
  #kind: BomListName | undefined;
  #entries: unknown[] = [];
  #weight = 0;

  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  /** `weight` is the approximate size of the element as text. */
  add(kind: BomListName, place: ElementPlace, value: unknown, weight: number): void {
    const full = this.#entries.length >= this.#batchSize || this.#weight + weight > MAX_BATCH_WEIGHT;
    if (kind !== this.#kind || full) this.#flush();
    this.#kind = kind;
    this.#weight += weight;
    this.#entries.push(toEntry(kind, place, value));
  }

  finish(document: BomDocument): void {
    this.#flush();
    this.#ready.push({ kind: 'document', document });
  }

  /** Returns and removes the complete batches. */
  take(): readonly BomBatch[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  #flush(): void {
    if (this.#kind === undefined || this.#entries.length === 0) return;
    // The kind and the shape of its entries belong together by construction in `toEntry`.
    this.#ready.push({ kind: this.#kind, entries: this.#entries } as unknown as BomBatch);
    this.#entries = [];
    this.#weight = 0;
  }
}

function toEntry(kind: BomListName, place: ElementPlace, value: unknown): unknown {
  if (kind === 'components') return { ...place, component: value };
  if (kind === 'services') return { ...place, service: value };
  return value;
}
