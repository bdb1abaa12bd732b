import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { Component, ComponentScope, ExternalReference, Swid } from '@tallyman/cyclonedx';
import { classifierToCyclonedx } from './classifier-to-cyclonedx.ts';
import { definedMembers } from './defined-members.ts';
import { hashesToCyclonedx } from './hashes-to-cyclonedx.ts';
import { licensesToCyclonedx, type StoredLicense } from './licenses-to-cyclonedx.ts';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';
import { propertiesToCyclonedx, type StoredProperty } from './properties-to-cyclonedx.ts';

/** A component as it is stored, with its resolved licence. */
export interface StoredComponent extends StoredLicense {
  readonly uuid: string;
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly swid_tag_id: string | null;
  readonly classifier: string;
  readonly scope: string | null;
  readonly publisher: string | null;
  readonly description: string | null;
  readonly copyright: string | null;
  readonly hashes: Readonly<Record<string, string>> | null;
  readonly authors: readonly Person[] | null;
  readonly supplier: OrganizationMembers | null;
  readonly external_references: readonly ExternalReference[] | null;
  readonly properties: readonly StoredProperty[] | null;
  /** The members of the uploaded component that no column stores. */
  readonly rest: Partial<Component> | null;
}

/** Returns a component with everything that was uploaded, under the bom-ref `name`. */
export function componentToCyclonedx(row: StoredComponent, name = row.uuid): Component {
  // Members that columns store in part count only as long as they agree with the columns.
  const { 'bom-ref': _, supplier, authors, licenses, purl, swid, ...others } = row.rest ?? {};
  const stored = definedMembers<Component>({
    type: classifierToCyclonedx(row.classifier, 'library'),
    'bom-ref': name,
    supplier: organizationToCyclonedx(row.supplier, supplier),
    authors: peopleToCyclonedx(row.authors, authors),
    publisher: row.publisher,
    group: row.group_name,
    name: row.name,
    version: row.version,
    description: row.description,
    scope: row.scope?.toLowerCase() as ComponentScope | undefined,
    hashes: hashesToCyclonedx(row.hashes),
    licenses: licenses ?? licensesToCyclonedx(row),
    copyright: row.copyright,
    cpe: row.cpe,
    // An invalid package URL is in the rest.
    purl: row.purl ?? purl,
    swid: swidToCyclonedx(row.swid_tag_id, row.name, swid),
    externalReferences: row.external_references,
    properties: propertiesToCyclonedx(row.properties),
  });
  return { ...stored, ...others };
}

/** Returns the uploaded SWID tag as long as its id is still that of the component. */
export function swidToCyclonedx(
  tagId: string | null,
  name: string,
  uploaded: Swid | undefined,
): Swid | undefined {
  if (tagId === null) return undefined;
  return uploaded?.tagId?.trim() === tagId ? uploaded : { tagId, name };
}
