import type { Bom, BomDocument } from '../model/bom.ts';
import type { Component } from '../model/component.ts';
import type { Service } from '../model/service.ts';
import type { BomSource } from '../source/bom-source.ts';
import type { BomFormat, SpecVersion } from '../spec-version.ts';
import type { BomBatch, ElementPlace } from './bom-batch.ts';
import { readBom } from './read-bom.ts';
import type { ReadOptions } from './read-options.ts';

export interface ParsedBom {
  readonly format: BomFormat;
  readonly specVersion: SpecVersion;
  readonly bom: Bom;
}

interface Placed<Item> extends ElementPlace {
  readonly item: Item;
}

/** Nests elements in the ones that contain them, in document order. */
function nest<Item extends object>(entries: readonly Placed<Item>[], listName: string): Placed<Item>[] {
  const sorted = entries.toSorted((left, right) => left.order - right.order);
  const children = Map.groupBy(sorted, (entry) => entry.parent);
  const build = (entry: Placed<Item>): Placed<Item> => {
    const nested = children.get(entry.order);
    return nested === undefined
      ? entry
      : { ...entry, item: { ...entry.item, [listName]: nested.map((child) => build(child).item) } };
  };
  return (children.get(undefined) ?? []).map(build);
}

/** Collects the batches of a document in memory. */
class BomBuilder {
  #start: { format: BomFormat; specVersion: SpecVersion } = { format: 'json', specVersion: '1.0' };
  #document: BomDocument = {};
  readonly #components: Placed<Component>[] = [];
  readonly #services: Placed<Service>[] = [];
  readonly #lists = new Map<string, unknown[]>();

  add(batch: BomBatch): void {
    if (batch.kind === 'start') this.#start = { format: batch.format, specVersion: batch.specVersion };
    else if (batch.kind === 'document') this.#document = batch.document;
    else if (batch.kind === 'components') {
      this.#components.push(
        ...batch.entries.map(({ component, ...place }) => ({ ...place, item: component })),
      );
    } else if (batch.kind === 'services') {
      this.#services.push(...batch.entries.map(({ service, ...place }) => ({ ...place, item: service })));
    } else {
      const list = this.#lists.get(batch.kind) ?? [];
      this.#lists.set(batch.kind, list);
      for (const entry of batch.entries) list.push(entry);
    }
  }

  build(): ParsedBom {
    const components = nest(this.#components, 'components');
    const [inMetadata, listed] = [true, false].map((wanted) =>
      components.filter((entry) => entry.inMetadata === wanted).map((entry) => entry.item),
    );
    const services = nest(this.#services, 'services').map((entry) => entry.item);
    const bom = {
      ...withMetadataComponents(this.#document, inMetadata ?? []),
      ...(listed !== undefined && listed.length > 0 ? { components: listed } : {}),
      ...(services.length > 0 ? { services } : {}),
      ...Object.fromEntries(this.#lists),
    };
    return { ...this.#start, bom };
  }
}

function withMetadataComponents(document: BomDocument, components: readonly Component[]): BomDocument {
  const component = document.metadata?.component;
  if (components.length === 0 || component === undefined) return document;
  return { ...document, metadata: { ...document.metadata, component: { ...component, components } } };
}

/** Reads the whole document into memory. Throws a `BomError` if it is refused. */
export async function parseBom(source: BomSource, options: ReadOptions = {}): Promise<ParsedBom> {
  const builder = new BomBuilder();
  for await (const batch of readBom(source, options)) builder.add(batch);
  return builder.build();
}
