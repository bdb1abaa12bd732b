import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { Component, Metadata, Service } from '@tallyman/cyclonedx';
import { hashesToCyclonedx } from './hashes-to-cyclonedx.ts';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';
import { saidMembers } from './said-members.ts';

/** What an uploaded document said about itself. */
export interface StoredMetadata {
  readonly supplier?: OrganizationMembers;
  readonly authors?: readonly Person[];
  readonly tools?: StoredTools;
}

interface StoredTools {
  readonly components?: readonly StoredTool[];
  readonly services?: readonly StoredTool[];
}

/** Hashes stand among the members, under the names that the interface has for them. */
type StoredTool = Omit<Component, 'type' | 'supplier' | 'hashes'> & {
  readonly supplier?: OrganizationMembers;
  readonly provider?: OrganizationMembers;
  readonly endpoints?: readonly string[];
};

/** What the project's documents said about themselves goes out again; `tool` is what makes the new one. */
export function metadataToCyclonedx(stored: StoredMetadata | null, tool: Component): Metadata {
  const { components = [], services = [] } = stored?.tools ?? {};
  // An export that was uploaded again names the tool already, perhaps in an older version.
  const others = components.filter(({ name }) => name !== tool.name).map(toolToCyclonedx);
  return saidMembers<Metadata>({
    tools: {
      components: [...others, tool],
      ...(services.length > 0 ? { services: services.map(toolServiceToCyclonedx) } : {}),
    },
    authors: peopleToCyclonedx(stored?.authors ?? null),
    supplier: organizationToCyclonedx(stored?.supplier ?? null),
  });
}

function toolToCyclonedx(tool: StoredTool): Component {
  const { supplier, publisher, group, name, version, description, purl, cpe, externalReferences } = tool;
  return saidMembers<Component>({
    type: 'application',
    supplier: organizationToCyclonedx(supplier ?? null),
    publisher,
    group,
    name: name ?? '',
    version,
    description,
    hashes: hashesToCyclonedx(tool as unknown as Readonly<Record<string, string>>),
    cpe,
    purl,
    externalReferences,
  });
}

function toolServiceToCyclonedx(tool: StoredTool): Service {
  const { provider, group, name, version, description, endpoints, externalReferences } = tool;
  return saidMembers<Service>({
    provider: organizationToCyclonedx(provider ?? null),
    group,
    name: name ?? '',
    version,
    description,
    endpoints,
    externalReferences,
  });
}
