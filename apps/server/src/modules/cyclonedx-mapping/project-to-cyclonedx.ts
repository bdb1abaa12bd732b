import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { Component, ExternalReference } from '@tallyman/cyclonedx';
import { classifierToCyclonedx } from './classifier-to-cyclonedx.ts';
import { swidToCyclonedx } from './component-to-cyclonedx.ts';
import { definedMembers } from './defined-members.ts';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';

/** A project as it is stored. */
export interface StoredProject {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly group_name: string | null;
  readonly publisher: string | null;
  readonly description: string | null;
  readonly classifier: string | null;
  readonly cpe: string | null;
  readonly purl: string | null;
  readonly swid_tag_id: string | null;
  readonly authors: readonly Person[] | null;
  readonly manufacturer: OrganizationMembers | null;
  readonly supplier: OrganizationMembers | null;
  readonly external_references: readonly ExternalReference[] | null;
}

/**
 * Returns a project as the metadata component of a document. `uploaded` are the members of the last uploaded one that
 * no column stores.
 */
export function projectToCyclonedx(project: StoredProject, uploaded?: Partial<Component>): Component {
  const { supplier, authors, purl, swid, ...others } = uploaded ?? {};
  const stored = definedMembers<Component>({
    type: classifierToCyclonedx(project.classifier, 'application'),
    'bom-ref': project.uuid,
    supplier: organizationToCyclonedx(project.supplier, supplier),
    manufacturer: organizationToCyclonedx(project.manufacturer),
    authors: peopleToCyclonedx(project.authors, authors),
    publisher: project.publisher,
    group: project.group_name,
    name: project.name,
    version: project.version,
    description: project.description,
    cpe: project.cpe,
    purl: project.purl ?? purl,
    swid: swidToCyclonedx(project.swid_tag_id, project.name, swid),
    externalReferences: project.external_references,
  });
  return { ...stored, ...others };
}
