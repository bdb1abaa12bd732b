import type { Component } from '@tallyman/cyclonedx';
import {
  type ComponentIdentity,
  toComponentIdentity,
} from '../../cyclonedx-mapping/to-component-identity.ts';
import type { ReferenceIndex } from './vex-document.ts';

interface OrderedComponent {
  readonly order: number;
  readonly component: Component;
}

/**
 * Import rule 5: "the metadata component and every component (nested ones included) are indexed by bom-ref". The
 * metadata component comes first; components nested in it are components like any other. Of several with the same
 * bom-ref the first one counts, and the bom-ref is reported as a duplicate.
 */
export class ReferenceIndexer {
  readonly #first = new Map<string, { readonly order: number; readonly identity: ComponentIdentity }>();
  readonly #duplicates = new Set<string>();

  /** May be called in any order: nested components are read before their parents. `order` is that of the document. */
  add({ order, component }: OrderedComponent): void {
    const ref = component['bom-ref'];
    if (!ref) return;
    const known = this.#first.get(ref);
    if (known) this.#duplicates.add(ref);
    if (!known || order < known.order)
      this.#first.set(ref, { order, identity: toComponentIdentity(component) });
  }

  /** Keeps only the components that are referenced. */
  finish(metadataComponent: Component | undefined, isReferenced: (ref: string) => boolean): ReferenceIndex {
    const metadataRef = metadataComponent?.['bom-ref'] || undefined;
    if (metadataRef && this.#first.delete(metadataRef)) this.#duplicates.add(metadataRef);
    const components = new Map<string, ComponentIdentity>();
    for (const [ref, { identity }] of this.#first) if (isReferenced(ref)) components.set(ref, identity);
    return { metadataRef, components, duplicates: [...this.#duplicates] };
  }
}
