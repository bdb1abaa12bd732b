import { identityHash } from '../identifiers/component-identity.ts';
import { toStoredCpeName } from '../identifiers/cpe-name.ts';
import { CHANGED_BY_HAND } from './changed-by-hand.ts';
import type { ComponentFields } from './component-fields.ts';
import type { ComponentColumns } from './component-store.ts';

interface Resolved {
  readonly licenseId: number | null;
  readonly licenseName: string | null;
  readonly isInternal: boolean;
}

/** The members that callers may set, as columns. */
export function toComponentColumns(fields: ComponentFields, resolved: Resolved): ComponentColumns {
  return {
    name: fields.name,
    group_name: fields.group,
    version: fields.version,
    purl: fields.purl,
    purl_coordinates: fields.purlCoordinates,
    cpe: fields.cpe,
    cpe_name: toStoredCpeName(fields.cpe),
    swid_tag_id: fields.swidTagId,
    classifier: fields.classifier,
    publisher: fields.publisher,
    description: fields.description,
    copyright: fields.copyright,
    filename: fields.filename,
    extension: fields.extension,
    hashes: toJson(fields.hashes),
    authors: toJson(fields.authors),
    supplier: toJson(fields.supplier),
    license_id: resolved.licenseId,
    license_name: resolved.licenseName,
    license_expression: fields.licenseExpression,
    license_url: fields.licenseUrl,
    is_internal: resolved.isInternal,
    notes: fields.notes,
    ...(fields.scope === undefined ? {} : { scope: fields.scope }),
    ...(fields.externalReferences === undefined
      ? {}
      : { external_references: toJson(fields.externalReferences) }),
    identity_hash: identityHash(fields),
    content_hash: CHANGED_BY_HAND,
  };
}

/** Text, because the database client would write an array as an SQL array. */
function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
