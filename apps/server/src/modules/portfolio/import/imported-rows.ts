import { type CopyValue, toCopyField } from '../../../platform/db/copy-text.ts';
import { newPooledUuid } from '../../../platform/ids.ts';
import { hashText } from '../../../platform/text-hash.ts';
import { identityHash } from '../identifiers/component-identity.ts';
import { toStoredCpeName } from '../identifiers/cpe-name.ts';

/** The staging tables: components, services, and the edges of the graph. */
export type StageName = 'component' | 'service' | 'edge';

/** The position of an element in an imported document. */
export interface ImportedPlace {
  /** Ascending in the document, unique among components and services. */
  readonly position: number;
  /** The position of the component or service that contains it. */
  readonly parentPosition: number | null;
}

/** The stored columns of a component, except those that the database sets. In the order of the columns. */
export interface ImportedComponent {
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly purl_coordinates: string | null;
  readonly purl_with_source: string | null;
  readonly cpe: string | null;
  readonly swid_tag_id: string | null;
  readonly classifier: string;
  readonly scope: string | null;
  readonly publisher: string | null;
  readonly description: string | null;
  readonly copyright: string | null;
  readonly hashes: object | null;
  readonly license_id: number | null;
  readonly license_name: string | null;
  readonly license_expression: string | null;
  readonly license_url: string | null;
  readonly authors: object | null;
  readonly supplier: object | null;
  readonly external_references: object | null;
  readonly properties: object | null;
  readonly is_internal: boolean;
  readonly rest: object | null;
  readonly occurrence_count: number;
  readonly bom_ref: string | null;
}

export interface ImportedService {
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly description: string | null;
  readonly provider: object | null;
  readonly endpoints: readonly string[];
  readonly authenticated: boolean | null;
  readonly crosses_trust_boundary: boolean | null;
  readonly data: object | null;
  readonly external_references: object | null;
  readonly rest: object | null;
  readonly bom_ref: string | null;
}

const contentColumns = [
  'name',
  'group_name',
  'version',
  'purl',
  'purl_coordinates',
  'purl_with_source',
  'cpe',
  'swid_tag_id',
  'classifier',
  'scope',
  'publisher',
  'description',
  'copyright',
  'hashes',
  'license_id',
  'license_name',
  'license_expression',
  'license_url',
  'authors',
  'supplier',
  'external_references',
  'properties',
  'is_internal',
  'rest',
  'occurrence_count',
  'bom_ref',
] as const satisfies readonly (keyof ImportedComponent)[];

export const componentColumns = [...contentColumns, 'cpe_name'] as const;

export const serviceColumns = [
  'name',
  'group_name',
  'version',
  'description',
  'provider',
  'endpoints',
  'authenticated',
  'crosses_trust_boundary',
  'data',
  'external_references',
  'rest',
  'bom_ref',
] as const satisfies readonly (keyof ImportedService)[];

/** The columns that both tables start with. */
export const placeColumns = ['n', 'parent_n', 'ref_hash', 'uuid', 'identity_hash', 'content_hash'] as const;

/** A line for COPY. Equal content hashes mean that nothing has to be written. */
export function toComponentLine(place: ImportedPlace, component: ImportedComponent): string {
  const { purl, cpe, swid_tag_id: swidTagId, group_name: group, name, version } = component;
  const identity = identityHash({ purl, cpe, swidTagId, group, name, version });
  const cpeName = toCopyField(toStoredCpeName(cpe));
  return `${toLine(place, component, contentColumns, identity)}\t${cpeName}\n`;
}

export function toServiceLine(place: ImportedPlace, service: ImportedService): string {
  const { group_name: group, name, version } = service;
  return `${toLine(place, service, serviceColumns, identityHash({ group, name, version }))}\n`;
}

/** An edge between two references of the document. */
export function toEdgeLine(sourceRef: string, targetRef: string): string {
  return `${hashText(sourceRef)}\t${hashText(targetRef)}\n`;
}

/** An empty dependency entry: the element has no dependencies. */
export function toLeafLine(ref: string): string {
  return `${hashText(ref)}\t\\N\n`;
}

function toLine<Row extends { readonly bom_ref: string | null }>(
  { position, parentPosition }: ImportedPlace,
  row: Row,
  columns: readonly (keyof Row)[],
  identity: bigint,
): string {
  // Joined, not concatenated: hashing would first have to flatten a concatenated string.
  const content = columns.map((column) => toCopyField(row[column] as CopyValue)).join('\t');
  const refHash = toCopyField(row.bom_ref === null ? null : hashText(row.bom_ref));
  const place = `${position}\t${toCopyField(parentPosition)}\t${refHash}\t${newPooledUuid()}`;
  return `${place}\t${identity}\t${hashText(content)}\t${content}`;
}
