import type { BomBatch, BomDocument } from '@tallyman/cyclonedx';
import type { DocumentSections, SectionName } from '../../cyclonedx-mapping/document-sections.ts';

/** Sections are stored with the project, in one row. Larger ones are in the original document only. */
const MAX_SECTION_CHARACTERS = 1024 * 1024;

/** Collects the sections of a document about its components as a whole. Drops sections that are too large. */
export class SectionCollector {
  readonly #sections = new Map<SectionName, unknown[]>();
  readonly #sizes = new Map<SectionName, number>();

  add(batch: BomBatch): void {
    if (batch.kind === 'compositions' || batch.kind === 'annotations' || batch.kind === 'formulation') {
      for (const entry of batch.entries) this.#keep(batch.kind, entry);
    } else if (batch.kind === 'dependencies') {
      for (const { ref, provides } of batch.entries)
        if (provides?.length) this.#keep('provides', { ref, provides });
    }
  }

  /** Returns undefined if there are none. */
  sections({ declarations, definitions }: BomDocument): DocumentSections | undefined {
    if (declarations) this.#keep('declarations', declarations);
    if (definitions) this.#keep('definitions', definitions);
    const kept = [...this.#sections].filter(([, entries]) => entries.length > 0);
    if (kept.length === 0) return undefined;
    return Object.fromEntries(kept.map(([name, entries]) => [name, isObject(name) ? entries[0] : entries]));
  }

  #keep(name: SectionName, entry: object): void {
    const size = (this.#sizes.get(name) ?? 0) + JSON.stringify(entry).length;
    this.#sizes.set(name, size);
    const kept = this.#sections.get(name) ?? [];
    this.#sections.set(name, kept);
    if (size > MAX_SECTION_CHARACTERS) kept.length = 0;
    else kept.push(entry);
  }
}

function isObject(name: SectionName): boolean {
  return name === 'declarations' || name === 'definitions';
}
