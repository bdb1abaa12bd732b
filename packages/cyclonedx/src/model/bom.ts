import type { Component } from './component.ts';
import type { Dependency } from './dependency.ts';
import type { ExternalReference } from './external-reference.ts';
import type { OpaqueObject } from './json-value.ts';
import type { Metadata } from './metadata.ts';
import type { Property } from './property.ts';
import type { Service } from './service.ts';
import type { Vulnerability } from './vulnerability.ts';

/** The members of a document whose size does not depend on the size of the product. */
export interface BomDocument {
  readonly serialNumber?: string;
  readonly version?: number;
  readonly metadata?: Metadata;
  readonly externalReferences?: readonly ExternalReference[];
  readonly declarations?: OpaqueObject;
  readonly definitions?: OpaqueObject;
  readonly properties?: readonly Property[];
  readonly signature?: OpaqueObject;
}

/** The lists whose size depends on the size of the product. */
export interface BomLists {
  readonly components: Component;
  readonly services: Service;
  readonly dependencies: Dependency;
  readonly compositions: OpaqueObject;
  readonly vulnerabilities: Vulnerability;
  readonly annotations: OpaqueObject;
  readonly formulation: OpaqueObject;
  readonly citations: OpaqueObject;
}

export type BomListName = keyof BomLists;

export const BOM_LIST_NAMES: readonly BomListName[] = [
  'components',
  'services',
  'dependencies',
  'compositions',
  'vulnerabilities',
  'annotations',
  'formulation',
  'citations',
];

/** A whole document in memory: one model for every version, in JSON and in XML. */
export type Bom = BomDocument & { readonly [Name in BomListName]?: readonly BomLists[Name][] };
