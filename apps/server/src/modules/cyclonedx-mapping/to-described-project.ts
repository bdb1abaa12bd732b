import type { BomDocument, Component, LegacyTool, Metadata, Service, Tools } from '@tallyman/cyclonedx';
import { toPurl } from '../portfolio/identifiers/package-url.ts';
import type { DescribedProject } from '../portfolio/import/described-project.ts';
import { toClassifier } from './to-classifier.ts';
import { toDocumentRest } from './to-document-rest.ts';
import { toHashes } from './to-hashes.ts';
import { toOrganization, toPeople } from './to-party.ts';

/** The columns of a project that an upload sets. Group, name, version and description are not among them. */
export function toDescribedProject(document: BomDocument): DescribedProject {
  const { metadata } = document;
  const component: Partial<Component> = metadata?.component ?? {};
  const { author, authors, externalReferences } = component;
  return {
    publisher: component.publisher || null,
    classifier: toClassifier(component.type) ?? null,
    cpe: component.cpe || null,
    purl: (component.purl && toPurl(component.purl)?.purl) || null,
    swid_tag_id: component.swid?.tagId || null,
    authors: toPeople(authors ?? (author ? [{ name: author }] : undefined)),
    supplier: toOrganization(component.supplier),
    manufacturer: toOrganization(metadata?.manufacturer ?? metadata?.manufacture ?? component.manufacturer),
    external_references: externalReferences?.length ? externalReferences : null,
    metadata: metadata ? toMetadata(metadata) : null,
    document: toDocumentRest(document),
  };
}

function toMetadata({ supplier, authors, tools }: Metadata): object | null {
  const metadata = withoutEmpty({
    supplier: toOrganization(supplier),
    authors: toPeople(authors),
    tools: tools && toTools(tools),
  });
  return Object.keys(metadata).length > 0 ? metadata : null;
}

/** Up to version 1.4 tools were a list with members of their own. */
function toTools(tools: Tools | readonly LegacyTool[]): object | null {
  if (isLegacy(tools)) return tools.length > 0 ? { components: tools.map(fromLegacyTool) } : null;
  const { components, services } = tools;
  const described = {
    ...(components?.length ? { components: components.map(toToolComponent) } : {}),
    ...(services?.length ? { services: services.map(toToolService) } : {}),
  };
  return Object.keys(described).length > 0 ? described : null;
}

function isLegacy(tools: Tools | readonly LegacyTool[]): tools is readonly LegacyTool[] {
  return Array.isArray(tools);
}

function fromLegacyTool({ vendor, name, version, hashes, externalReferences }: LegacyTool): object {
  const supplier = vendor ? { name: vendor } : null;
  return withoutEmpty({ supplier, name, version, externalReferences, ...toHashes(hashes) });
}

function toToolComponent(component: Component): object {
  const { supplier, publisher, group, name, version, description, purl, cpe, externalReferences } = component;
  return withoutEmpty({
    ...{ supplier: toOrganization(supplier), publisher, group, name, version, description, purl, cpe },
    ...{ externalReferences, ...toHashes(component.hashes) },
  });
}

function toToolService(service: Service): object {
  const { provider, group, name, version, description, endpoints, externalReferences } = service;
  return withoutEmpty({
    ...{ provider: toOrganization(provider), group, name, version, description, endpoints },
    externalReferences,
  });
}

function withoutEmpty(object: object): object {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
