import type { BomBatch, BomDocument } from '@tallyman/cyclonedx';
import type { DocumentSections, SectionName } from '../../cyclonedx-mapping/document-sections.ts';

/** They are kept with the project, in one piece: what is larger is left to the document itself. */
const MAX_SECTION_CHARACTERS = 1024 * 1024;

/** Gathers what a document says about its components as a whole. A section that is too large is not kept at all. */
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

  /** Nothing when there are none. */
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
