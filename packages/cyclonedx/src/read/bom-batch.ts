import type { BomDocument, BomListName, BomLists } from '../model/bom.ts';
import type { Component } from '../model/component.ts';
import type { Service } from '../model/service.ts';
import type { BomFormat, SpecVersion } from '../spec-version.ts';
import type { Violation } from '../violation-log.ts';

/** Where an element stands. Nested elements arrive before the one that contains them. */
export interface ElementPlace {
  /** Grows with the position in the document; unique among all elements of the document. */
  readonly order: number;
  /** The order of the component or service that contains this one. */
  readonly parent?: number;
  /** Nested, at any depth, in the component that the document describes (`metadata.component`). */
  readonly inMetadata: boolean;
}

/** A component without its nested components: those are entries of their own. */
interface ComponentEntry extends ElementPlace {
  readonly component: Component;
}

/** A service without its nested services: those are entries of their own. */
interface ServiceEntry extends ElementPlace {
  readonly service: Service;
}

/** Violations of the schema in spite of which a document was taken. */
export interface IgnoredViolations {
  readonly violations: readonly Violation[];
  /** How many more there are at least. */
  readonly moreViolations: number;
}

type PlainListName = Exclude<BomListName, 'components' | 'services'>;

/** A document comes as a start, its lists in batches in the order in which they stand in it, and the rest. */
export type BomBatch =
  | { readonly kind: 'start'; readonly format: BomFormat; readonly specVersion: SpecVersion }
  | { readonly kind: 'components'; readonly entries: readonly ComponentEntry[] }
  | { readonly kind: 'services'; readonly entries: readonly ServiceEntry[] }
  | {
      readonly [Name in PlainListName]: { readonly kind: Name; readonly entries: readonly BomLists[Name][] };
    }[PlainListName]
  | {
      readonly kind: 'document';
      readonly document: BomDocument;
      /** What was ignored; only when the document was read leniently. */
      readonly ignored?: IgnoredViolations;
    };
