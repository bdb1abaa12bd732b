import type {
  Classifier,
  CollectionLogic,
  NewProject,
  OrganizationMembers,
  Person,
  ProjectPatch,
  ProjectReplacement,
  Reference,
} from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import { toOrganization, toPeople, toReferences, toText, withoutUndefined } from '../given-values.ts';
import { requireIdentifiers } from '../identifiers/require-identifiers.ts';
import { namesOf, toTagName, toTagNames } from '../tags/tag-names.ts';
import type { FoundProject } from './project-store.ts';

/** The members of a project that callers may set. */
export interface ProjectFields {
  readonly name: string;
  readonly version: string | null;
  readonly group: string | null;
  readonly publisher: string | null;
  readonly description: string | null;
  readonly authors: readonly Person[] | null;
  readonly manufacturer: OrganizationMembers | null;
  readonly supplier: OrganizationMembers | null;
  readonly classifier: Classifier | null;
  readonly cpe: string | null;
  readonly purl: string | null;
  readonly swidTagId: string | null;
  readonly externalReferences: readonly Reference[] | null;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly isLatest: boolean;
  readonly parentUuid: string | null;
  readonly collectionLogic: CollectionLogic | null;
  readonly collectionTag: string | null;
}

const DEFAULTS: Omit<ProjectFields, 'name'> = {
  version: null,
  group: null,
  publisher: null,
  description: null,
  authors: null,
  manufacturer: null,
  supplier: null,
  classifier: null,
  cpe: null,
  purl: null,
  swidTagId: null,
  externalReferences: null,
  tags: [],
  active: true,
  isLatest: false,
  parentUuid: null,
  collectionLogic: null,
  collectionTag: null,
};

export function toNewFields(body: NewProject): ProjectFields {
  return normalise({
    ...DEFAULTS,
    classifier: 'APPLICATION',
    name: body.name.trim(),
    ...toGivenFields(body),
  });
}

/** "POST replaces every field: an absent parent detaches, tags are replaced." */
export function toReplacementFields(body: ProjectReplacement): ProjectFields {
  return normalise({ ...DEFAULTS, name: body.name.trim(), ...toGivenFields(body) });
}

/** Absent and null members keep their value. Blank text removes it. */
export function toPatchedFields(current: ProjectFields, body: ProjectPatch): ProjectFields {
  return normalise({ ...current, ...toGivenFields(body) });
}

export function fieldsOf(project: FoundProject): ProjectFields {
  return {
    name: project.name,
    version: project.version,
    group: project.group_name,
    publisher: project.publisher,
    description: project.description,
    authors: project.authors,
    manufacturer: project.manufacturer,
    supplier: project.supplier,
    classifier: project.classifier,
    cpe: project.cpe,
    purl: project.purl,
    swidTagId: project.swid_tag_id,
    externalReferences: project.external_references,
    tags: toTagNames(project.tags ?? []),
    active: project.inactive_since === null,
    isLatest: project.is_latest,
    parentUuid: project.parent_uuid,
    collectionLogic: project.collection_logic,
    collectionTag: project.collection_tag,
  };
}

type Given<T> = { -readonly [K in keyof T]?: T[K] | undefined };

function toGivenFields(body: ProjectPatch): Partial<ProjectFields> {
  const given: Given<ProjectFields> = {
    name: body.name?.trim(),
    version: toText(body.version),
    group: toText(body.group),
    publisher: toText(body.publisher),
    description: toText(body.description),
    authors: toPeople(body.authors),
    manufacturer: toOrganization(body.manufacturer),
    supplier: toOrganization(body.supplier),
    classifier: body.classifier || undefined,
    cpe: toText(body.cpe),
    purl: toText(body.purl),
    swidTagId: toText(body.swidTagId),
    externalReferences: toReferences(body.externalReferences),
    tags: body.tags ? toTagNames(namesOf(body.tags)) : undefined,
    active: body.active ?? undefined,
    isLatest: body.isLatest ?? undefined,
    parentUuid: body.parent?.uuid.toLowerCase(),
    collectionLogic: body.collectionLogic === 'NONE' ? null : body.collectionLogic || undefined,
    collectionTag: body.collectionTag ? toTagName(body.collectionTag.name) || null : undefined,
  };
  requireIdentifiers(given);
  return withoutUndefined(given);
}

/** "Classifier forced null when collectionLogic is set; collection tag only with …_WITH_TAG." */
function normalise(fields: ProjectFields): ProjectFields {
  if (fields.collectionLogic === null) return { ...fields, collectionTag: null };
  if (fields.collectionLogic !== 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG') {
    return { ...fields, classifier: null, collectionTag: null };
  }
  if (fields.collectionTag === null) {
    throw new AppError(
      'invalid',
      'AGGREGATE_DIRECT_CHILDREN_WITH_TAG needs a collectionTag with the name of the tag.',
    );
  }
  return { ...fields, classifier: null };
}
