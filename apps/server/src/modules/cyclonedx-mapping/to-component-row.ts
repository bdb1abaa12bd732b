import type { Component } from '@tallyman/cyclonedx';
import type { LicenseTable } from '../licenses/license-table.ts';
import { toPurl } from '../portfolio/identifiers/package-url.ts';
import type { ImportedComponent } from '../portfolio/import/imported-rows.ts';
import { toClassifier } from './to-classifier.ts';
import { toHashes } from './to-hashes.ts';
import { toLicenseColumns } from './to-license-columns.ts';
import { hasRef, hasUnstoredMembers, toOrganization, toPeople } from './to-party.ts';
import { toProperties } from './to-properties.ts';
import { toPurlWithSource } from './to-purl-with-source.ts';

/** Facts about components that are not in a document. */
export interface ComponentLookUps {
  readonly licenses: LicenseTable;
  readonly isInternal: (group: string | null, name: string) => boolean;
}

/** A longer package URL does not fit into an index, and no published package has one. */
const MAX_PURL_LENGTH = 2_000;
const MAX_NAME_LENGTH = 500;

const SCOPES = new Map([
  ['required', 'REQUIRED'],
  ['optional', 'OPTIONAL'],
  ['excluded', 'EXCLUDED'],
]);

/** Returns a component as the portfolio stores it. Members without a column go to `rest`. */
export function toComponentRow(component: Component, lookUps: ComponentLookUps): ImportedComponent {
  const { name, group, version, scope, hashes, publisher, description, copyright, cpe, purl } = component;
  const { author, authors, supplier, externalReferences, properties, type, 'bom-ref': bomRef } = component;
  const identity = { name: toName(name), group_name: toLine(group), version: toLine(version) };
  const canonical = toUsablePurl(purl);
  return {
    ...identity,
    purl: canonical?.purl ?? null,
    purl_coordinates: canonical?.coordinates ?? null,
    purl_with_source: canonical ? toUsableLength(toPurlWithSource(canonical.purl, properties)) : null,
    cpe: toLine(cpe),
    swid_tag_id: toLine(component.swid?.tagId),
    classifier: toClassifier(type) ?? 'LIBRARY',
    scope: SCOPES.get(scope ?? '') ?? null,
    publisher: publisher || null,
    description: description || null,
    copyright: copyright || null,
    hashes: toHashes(hashes),
    ...toLicenseColumns(component.licenses, lookUps.licenses),
    authors: toPeople(authors ?? (author ? [{ name: author }] : undefined)),
    supplier: toOrganization(supplier),
    external_references: externalReferences?.length ? externalReferences : null,
    properties: toProperties(properties),
    is_internal: lookUps.isInternal(identity.group_name, identity.name),
    rest: toRest(component, canonical !== undefined),
    occurrence_count: component.evidence?.occurrences?.length ?? 0,
    bom_ref: bomRef || null,
  };
}

function toUsablePurl(purl: string | undefined): ReturnType<typeof toPurl> {
  if (!purl || purl.length > MAX_PURL_LENGTH) return undefined;
  const canonical = toPurl(purl);
  return canonical && canonical.purl.length <= MAX_PURL_LENGTH ? canonical : undefined;
}

function toUsableLength(purl: string | null): string | null {
  return purl === null || purl.length > MAX_PURL_LENGTH ? null : purl;
}

function toName(name: string | undefined): string {
  return toLine(name)?.slice(0, MAX_NAME_LENGTH) ?? '-';
}

function toLine(text: string | undefined): string | null {
  return text?.trim() || null;
}

/** Members that columns store completely. */
const STORED_IN_COLUMNS: ReadonlySet<string> = new Set([
  ...['type', 'bom-ref', 'group', 'version', 'scope', 'publisher', 'description', 'copyright'],
  ...['hashes', 'cpe', 'externalReferences', 'properties', 'components'],
]);

/** Members that columns store in part are kept whole, so that exports are complete. */
function toRest(component: Component, hasPurl: boolean): object | null {
  const { author, authors, supplier } = component;
  const dropped: Readonly<Record<string, boolean>> = {
    name: (component.name?.length ?? 0) <= MAX_NAME_LENGTH,
    purl: hasPurl,
    supplier: !hasUnstoredMembers(supplier),
    authors: !authors?.some(hasRef),
    author: authors === undefined || author === undefined,
  };
  let rest: Record<string, unknown> | null = null;
  for (const [member, value] of Object.entries(component)) {
    if (STORED_IN_COLUMNS.has(member) || dropped[member]) continue;
    rest ??= {};
    rest[member] = value;
  }
  return rest;
}
