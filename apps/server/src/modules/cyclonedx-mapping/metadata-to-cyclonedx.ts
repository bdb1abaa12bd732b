import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { Component, LegacyTool, Metadata, Tools } from '@tallyman/cyclonedx';
import { definedMembers } from './defined-members.ts';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';
import type { DocumentRest } from './to-document-rest.ts';

/** Supplier and authors of the last uploaded document. */
export interface StoredMetadata {
  readonly supplier?: OrganizationMembers;
  readonly authors?: readonly Person[];
}

/** Returns the metadata of the last uploaded document, with `tool` added to its tools. */
export function metadataToCyclonedx(
  stored: StoredMetadata | null,
  document: DocumentRest | null,
  tool: Component,
): Metadata {
  const { tools, supplier, authors, ...others } = document?.metadata ?? {};
  const members = definedMembers<Metadata>({
    tools: toolsToCyclonedx(tools, tool),
    authors: peopleToCyclonedx(stored?.authors ?? null, authors),
    supplier: organizationToCyclonedx(stored?.supplier ?? null, supplier),
  });
  return { ...members, ...others };
}

/** Replaces an earlier version of the tool: an export may have been uploaded again. */
function toolsToCyclonedx(tools: Metadata['tools'], tool: Component): Tools | readonly LegacyTool[] {
  const isOther = ({ name }: { readonly name?: string }) => name !== tool.name;
  const { name, version } = tool;
  if (isLegacy(tools)) return [...tools.filter(isOther), { name, ...(version ? { version } : {}) }];
  return { ...tools, components: [...(tools?.components ?? []).filter(isOther), tool] };
}

/** Up to version 1.4 tools were a list with members of their own. */
function isLegacy(tools: Metadata['tools']): tools is readonly LegacyTool[] {
  return Array.isArray(tools);
}
