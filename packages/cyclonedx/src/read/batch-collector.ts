import type { BomDocument, BomListName } from '../model/bom.ts';
import type { BomBatch, ElementPlace } from './bom-batch.ts';

/** Gathers elements into batches of one kind each. */
export class BatchCollector {
  readonly #batchSize: number;
  #ready: BomBatch[] = [];
  #kind: BomListName | undefined;
  #entries: unknown[] = [];

  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  add(kind: BomListName, place: ElementPlace, value: unknown): void {
    if (kind !== this.#kind || this.#entries.length >= this.#batchSize) this.#flush();
    this.#kind = kind;
    this.#entries.push(toEntry(kind, place, value));
  }

  finish(document: BomDocument): void {
    this.#flush();
    this.#ready.push({ kind: 'document', document });
  }

  /** The batches that are complete. */
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
  }
}

function toEntry(kind: BomListName, place: ElementPlace, value: unknown): unknown {
  if (kind === 'components') return { ...place, component: value };
  if (kind === 'services') return { ...place, service: value };
  return value;
}
