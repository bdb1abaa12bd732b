import type { BomDocument, Component, Metadata } from '@tallyman/cyclonedx';
import { toPurl } from '../portfolio/package-url.ts';
import type { DocumentSections } from './document-sections.ts';
import { saidMembers } from './said-members.ts';
import { hasRef, saysMore } from './to-party.ts';

/** What a document said about itself and the component it describes, as far as nothing else stores it. */
export interface DocumentRest {
  readonly metadata?: Omit<Metadata, 'component'>;
  readonly component?: Partial<Component>;
  /** How the uploader called the component that the document describes. */
  readonly rootRef?: string;
  readonly externalReferences?: BomDocument['externalReferences'];
  readonly properties?: BomDocument['properties'];
  readonly sections?: DocumentSections;
  /** The components and services, by their ids, that the graph of the document says to depend on nothing. */
  readonly leaves?: readonly number[];
}

export function toDocumentRest({
  metadata,
  externalReferences,
  properties,
}: BomDocument): DocumentRest | null {
  return orNull(
    saidMembers({
      metadata: metadata && toMetadataRest(metadata),
      component: metadata?.component && toComponentRest(metadata.component),
      rootRef: metadata?.component?.['bom-ref'] || undefined,
      externalReferences,
      properties,
    }),
  );
}

/** Tools are kept whole: evidence of components refers to them. */
function toMetadataRest(metadata: Metadata): DocumentRest['metadata'] | null {
  const { timestamp: _, component: __, manufacture: ___, manufacturer: ____, ...rest } = metadata;
  return orNull(
    saidMembers({
      ...rest,
      supplier: saysMore(rest.supplier) ? rest.supplier : undefined,
      authors: rest.authors?.some(hasRef) ? rest.authors : undefined,
    }),
  );
}

/** The columns of the project say these. */
const SAID_BY_COLUMNS: ReadonlySet<string> = new Set([
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
  const members = Object.entries(component).filter(([member]) => !SAID_BY_COLUMNS.has(member));
  return orNull(
    saidMembers({
      ...(Object.fromEntries(members) as Partial<Component>),
      authors: authors?.some(hasRef) ? authors : undefined,
      supplier: saysMore(supplier) ? supplier : undefined,
      purl: purl && toPurl(purl) ? undefined : purl,
      swid: swid && Object.keys(swid).some((member) => member !== 'tagId') ? swid : undefined,
    }),
  );
}

function orNull<T extends object>(members: T): T | null {
  return Object.keys(members).length > 0 ? members : null;
}
