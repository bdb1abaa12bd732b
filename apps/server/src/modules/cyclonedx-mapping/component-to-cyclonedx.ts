import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { Component, ComponentScope, ExternalReference, Swid } from '@tallyman/cyclonedx';
import { classifierToCyclonedx } from './classifier-to-cyclonedx.ts';
import { hashesToCyclonedx } from './hashes-to-cyclonedx.ts';
import { licensesToCyclonedx, type StoredLicense } from './licenses-to-cyclonedx.ts';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';
import { propertiesToCyclonedx, type StoredProperty } from './properties-to-cyclonedx.ts';
import { saidMembers } from './said-members.ts';

/** A component as it is stored, with the licence that was recognised. */
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
  /** What a document said beyond all this. */
  readonly rest: Partial<Component> | null;
}

/** A component as a document has it: what came in goes out again, under the name that the document gives it. */
export function componentToCyclonedx(row: StoredComponent, name = row.uuid): Component {
  // What the columns say as well counts only as long as they agree.
  const { 'bom-ref': _, supplier, authors, licenses, purl, swid, ...others } = row.rest ?? {};
  const said = saidMembers<Component>({
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
    // One that is no package URL stands in the rest.
    purl: row.purl ?? purl,
    swid: swidToCyclonedx(row.swid_tag_id, row.name, swid),
    externalReferences: row.external_references,
    properties: propertiesToCyclonedx(row.properties),
  });
  return { ...said, ...others };
}

/** The tag of a document counts as long as it is still the component's. */
export function swidToCyclonedx(
  tagId: string | null,
  name: string,
  uploaded: Swid | undefined,
): Swid | undefined {
  if (tagId === null) return undefined;
  return uploaded?.tagId?.trim() === tagId ? uploaded : { tagId, name };
}
