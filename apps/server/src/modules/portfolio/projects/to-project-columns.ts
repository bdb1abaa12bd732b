import type { ProjectFields } from './project-fields.ts';

interface Resolved {
  readonly parentId: number | null;
  readonly collectionTagId: number | null;
  readonly inactiveSince: Date | null;
}

/** The members that callers may set, as columns. */
export function toProjectColumns(fields: ProjectFields, resolved: Resolved) {
  return {
    name: fields.name,
    version: fields.version,
    group_name: fields.group,
    publisher: fields.publisher,
    description: fields.description,
    authors: toJson(fields.authors),
    manufacturer: toJson(fields.manufacturer),
    supplier: toJson(fields.supplier),
    classifier: fields.classifier,
    cpe: fields.cpe,
    purl: fields.purl,
    swid_tag_id: fields.swidTagId,
    external_references: toJson(fields.externalReferences),
    is_latest: fields.isLatest,
    inactive_since: resolved.inactiveSince,
    parent_id: resolved.parentId,
    collection_logic: fields.collectionLogic,
    collection_tag_id: resolved.collectionTagId,
  };
}

/** Text, because the database client would write an array as an SQL array. */
function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
