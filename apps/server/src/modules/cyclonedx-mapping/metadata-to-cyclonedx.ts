import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { Component, LegacyTool, Metadata, Tools } from '@tallyman/cyclonedx';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';
import { saidMembers } from './said-members.ts';
import type { DocumentRest } from './to-document-rest.ts';

/** What an uploaded document said about its makers. */
export interface StoredMetadata {
  readonly supplier?: OrganizationMembers;
  readonly authors?: readonly Person[];
}

/** What the last document of a project said about itself goes out again; `tool` is what makes the new one. */
export function metadataToCyclonedx(
  stored: StoredMetadata | null,
  document: DocumentRest | null,
  tool: Component,
): Metadata {
  const { tools, supplier, authors, ...others } = document?.metadata ?? {};
  const said = saidMembers<Metadata>({
    tools: toolsToCyclonedx(tools, tool),
    authors: peopleToCyclonedx(stored?.authors ?? null, authors),
    supplier: organizationToCyclonedx(stored?.supplier ?? null, supplier),
  });
  return { ...said, ...others };
}

/** An export that was uploaded again names the tool already, perhaps in an older version. */
function toolsToCyclonedx(tools: Metadata['tools'], tool: Component): Tools | readonly LegacyTool[] {
  const isOther = ({ name }: { readonly name?: string }) => name !== tool.name;
  const { name, version } = tool;
  if (isLegacy(tools)) return [...tools.filter(isOther), { name, ...(version ? { version } : {}) }];
  return { ...tools, components: [...(tools?.components ?? []).filter(isOther), tool] };
}

/** Up to version 1.4 tools were a list of their own kind. */
function isLegacy(tools: Metadata['tools']): tools is readonly LegacyTool[] {
  return Array.isArray(tools);
}
