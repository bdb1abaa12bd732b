import type { BomDocument, Component, Metadata } from '@tallyman/cyclonedx';
import { toPurl } from '../portfolio/identifiers/package-url.ts';
import { definedMembers } from './defined-members.ts';
import type { DocumentSections } from './document-sections.ts';
import { hasRef, hasUnstoredMembers } from './to-party.ts';

/** The members of a document, its metadata and its metadata component that no column stores. */
export interface DocumentRest {
  readonly metadata?: Omit<Metadata, 'component'>;
  readonly component?: Partial<Component>;
  /** The bom-ref of the metadata component. */
  readonly rootRef?: string;
  readonly externalReferences?: BomDocument['externalReferences'];
  readonly properties?: BomDocument['properties'];
  readonly sections?: DocumentSections;
  /** Ids of the components and services that the graph declares without dependencies. */
  readonly leaves?: readonly number[];
}

export function toDocumentRest({
  metadata,
  externalReferences,
  properties,
}: BomDocument): DocumentRest | null {
  return orNull(
    definedMembers({
      metadata: metadata && toMetadataRest(metadata),
      component: metadata?.component && toComponentRest(metadata.component),
      rootRef: metadata?.component?.['bom-ref'] || undefined,
      externalReferences,
      properties,
    }),
  );
}

/** Tools are kept whole, because the evidence of components refers to them. */
function toMetadataRest(metadata: Metadata): DocumentRest['metadata'] | null {
  const { timestamp: _, component: __, manufacture: ___, manufacturer: ____, ...rest } = metadata;
  return orNull(
    definedMembers({
      ...rest,
      supplier: hasUnstoredMembers(rest.supplier) ? rest.supplier : undefined,
      authors: rest.authors?.some(hasRef) ? rest.authors : undefined,
    }),
  );
}

/** Members that columns of the project store. */
const STORED_IN_COLUMNS: ReadonlySet<string> = new Set([
  ...[
    'type',
    'bom-ref',
    'group',
    'name',
    'version',
    'description',
    'publisher',
    'cpe',
    'author',
    'manufacturer',
  ],
  ...['externalReferences', 'components'],
]);

function toComponentRest(component: Component): DocumentRest['component'] | null {
  const { authors, supplier, purl, swid } = component;
  const members = Object.entries(component).filter(([member]) => !STORED_IN_COLUMNS.has(member));
  return orNull(
    definedMembers({
      ...(Object.fromEntries(members) as Partial<Component>),
      authors: authors?.some(hasRef) ? authors : undefined,
      supplier: hasUnstoredMembers(supplier) ? supplier : undefined,
      purl: purl && toPurl(purl) ? undefined : purl,
      swid: swid && Object.keys(swid).some((member) => member !== 'tagId') ? swid : undefined,
    }),
  );
}

function orNull<T extends object>(members: T): T | null {
  return Object.keys(members).length > 0 ? members : null;
}
