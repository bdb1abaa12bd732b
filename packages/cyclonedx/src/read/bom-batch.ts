import type { BomDocument, BomListName, BomLists } from '../model/bom.ts';
import type { Component } from '../model/component.ts';
import type { Service } from '../model/service.ts';
import type { BomFormat, SpecVersion } from '../spec-version.ts';
import type { Violation } from '../violation-log.ts';

/** The position of an element. Nested elements arrive before the one that contains them. */
export interface ElementPlace {
  /** Ascending in the document, unique among all elements. */
  readonly order: number;
  /** The order of the component or service that contains this one. */
  readonly parent?: number;
  /** Nested, at any depth, in the component that the document describes (`metadata.component`). */
  readonly inMetadata: boolean;
}

/** A component without its nested components, which are separate entries. */
interface ComponentEntry extends ElementPlace {
  readonly component: Component;
}

/** A service without its nested services, which are separate entries. */
interface ServiceEntry extends ElementPlace {
  readonly service: Service;
}

/** Schema violations that did not prevent reading. */
export interface IgnoredViolations {
  readonly violations: readonly Violation[];
  /** The minimum number of further violations. */
  readonly moreViolations: number;
}

type PlainListName = Exclude<BomListName, 'components' | 'services'>;

/** A document is emitted as `start`, its lists in batches in document order, and `document` with the rest. */
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
      /** Present only in lenient mode. */
      readonly ignored?: IgnoredViolations;
    };
