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
import { AppError } from '../../platform/errors.ts';
import { requireIdentifiers } from './package-identifiers.ts';
import type { FoundProject } from './project-store.ts';
import { namesOf, toTagName, toTagNames } from './tag-names.ts';

/** Everything about a project that callers decide. */
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

const UNSAID: Omit<ProjectFields, 'name'> = {
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
  return settle({ ...UNSAID, classifier: 'APPLICATION', name: body.name.trim(), ...toGivenFields(body) });
}

/** "POST replaces every field: an absent parent detaches, tags are replaced." */
export function toReplacementFields(body: ProjectReplacement): ProjectFields {
  return settle({ ...UNSAID, name: body.name.trim(), ...toGivenFields(body) });
}

/** Members that are absent or null stay as they are; blank text takes a value away. */
export function toPatchedFields(current: ProjectFields, body: ProjectPatch): ProjectFields {
  return settle({ ...current, ...toGivenFields(body) });
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
    classifier: body.classifier ?? undefined,
    cpe: toText(body.cpe),
    purl: toText(body.purl),
    swidTagId: toText(body.swidTagId),
    externalReferences: toReferences(body.externalReferences),
    tags: body.tags ? toTagNames(namesOf(body.tags)) : undefined,
    active: body.active ?? undefined,
    isLatest: body.isLatest ?? undefined,
    parentUuid: body.parent?.uuid.toLowerCase(),
    collectionLogic: body.collectionLogic === 'NONE' ? null : (body.collectionLogic ?? undefined),
    collectionTag: body.collectionTag ? toTagName(body.collectionTag.name) || null : undefined,
  };
  requireIdentifiers(given);
  return withoutUndefined(given);
}

/** "Classifier forced null when collectionLogic is set; collection tag only with …_WITH_TAG." */
function settle(fields: ProjectFields): ProjectFields {
  if (fields.collectionLogic === null) return { ...fields, collectionTag: null };
  if (fields.collectionLogic !== 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG') {
    return { ...fields, classifier: null, collectionTag: null };
  }
  if (fields.collectionTag === null) {
    throw new AppError('invalid', 'A collection by tag needs a collectionTag with the name of the tag.');
  }
  return { ...fields, classifier: null };
}

type Absent = null | undefined;

/** `undefined` when nothing is said, `null` when blank text says "none". */
function toText(value: string | Absent): string | null | undefined {
  return value === undefined || value === null ? undefined : value.trim() || null;
}

interface GivenPerson {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

function toPeople(people: readonly GivenPerson[] | Absent): Person[] | null | undefined {
  return people ? orNull(people.map(toPerson).filter((person) => Object.keys(person).length > 0)) : undefined;
}

function toPerson({ name, email, phone }: GivenPerson): Person {
  return withoutEmpty({ name: toText(name), email: toText(email), phone: toText(phone) });
}

interface GivenOrganization {
  readonly name?: string | null;
  readonly urls?: readonly string[] | null;
  readonly contacts?: readonly GivenPerson[] | null;
}

function toOrganization(given: GivenOrganization | Absent): OrganizationMembers | null | undefined {
  if (!given) return undefined;
  const urls = given.urls?.map((url) => url.trim()).filter((url) => url !== '');
  const organization = withoutEmpty({
    name: toText(given.name),
    urls: urls && orNull(urls),
    contacts: toPeople(given.contacts),
  });
  return Object.keys(organization).length > 0 ? organization : null;
}

interface GivenReference {
  readonly type: string;
  readonly url: string;
  readonly comment?: string | null;
}

function toReferences(references: readonly GivenReference[] | Absent): Reference[] | null | undefined {
  if (!references) return undefined;
  return orNull(
    references.map(({ type, url, comment }) => ({
      type: type.trim(),
      url: url.trim(),
      ...withoutEmpty({ comment: toText(comment) }),
    })),
  );
}

function orNull<T>(items: T[]): T[] | null {
  return items.length > 0 ? items : null;
}

function withoutUndefined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function withoutEmpty<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const said = Object.entries(object).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(said) as { [K in keyof T]?: NonNullable<T[K]> };
}
