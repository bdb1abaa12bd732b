import Type, { type Static } from 'typebox';
import { ConciseLicense } from './licenses.ts';
import { DependencyMetrics } from './metrics.ts';
import { oneOf } from './one-of.ts';
import { choice, optional, text } from './optional.ts';
import {
  Contact,
  ExternalReference,
  Organization,
  OrganizationMembers,
  Person,
  Reference,
} from './parties.ts';
import { CLASSIFIERS, ClassifierName } from './projects.ts';
import { PropertyTypeName } from './property-types.ts';
import { LINES, PrintableName, Timestamp, Uuid } from './values.ts';

export const SCOPES = ['REQUIRED', 'OPTIONAL', 'EXCLUDED'] as const;
export type Scope = (typeof SCOPES)[number];

const ScopeName = oneOf(SCOPES);

/** Hash algorithms of components, with their length in hexadecimal digits. */
export const HASH_LENGTHS = {
  md5: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
  sha3_256: 64,
  sha3_384: 96,
  sha3_512: 128,
  blake2b_256: 64,
  blake2b_384: 96,
  blake2b_512: 128,
  blake3: 64,
  streebog_256: 64,
  streebog_512: 128,
} as const;
export type HashName = keyof typeof HASH_LENGTHS;
export const HASH_NAMES = Object.keys(HASH_LENGTHS) as HashName[];

type PerHash<T> = { [Name in HashName]: T };

function perHash<T>(schemaOf: (name: HashName) => T): PerHash<T> {
  return Object.fromEntries(HASH_NAMES.map((name) => [name, schemaOf(name)])) as PerHash<T>;
}

/** Blank text counts as absent, as everywhere. */
const givenHashes = perHash((name) =>
  optional(
    Type.String({
      pattern: `^\\s*([0-9a-fA-F]{${HASH_LENGTHS[name]}})?\\s*$`,
      maxLength: 255,
      description: `${name} hash, ${HASH_LENGTHS[name]} hexadecimal digits`,
    }),
  ),
);
export const hashMembers = perHash(() => Type.Optional(Type.String()));

/** Texts of documents are longer than texts that users type. What was read can be sent back. */
const DOCUMENT_TEXT = text(100_000, LINES);

/** Members with the same name in v1 and v2. */
const describingMembers = {
  name: PrintableName,
  version: text(255),
  group: text(255),
  publisher: text(255),
  filename: text(255),
  extension: text(255),
  cpe: text(255),
  purl: text(1024),
  license: text(255),
  authors: optional(Type.Array(Contact, { maxItems: 1000 })),
  supplier: optional(Organization),
};

const givenMembers = {
  ...describingMembers,
  ...givenHashes,
  description: DOCUMENT_TEXT,
  copyright: DOCUMENT_TEXT,
  notes: DOCUMENT_TEXT,
  author: text(255),
  classifier: ClassifierName,
  scope: choice(SCOPES),
  swidTagId: text(255),
  isInternal: optional(Type.Boolean({ description: 'Internal component, regardless of the rules' })),
  licenseExpression: text(1024),
  licenseUrl: text(2048),
  resolvedLicense: optional(
    Type.Object(
      { uuid: optional(Type.String({ maxLength: 255 })), licenseId: text(255) },
      { description: 'Used if there is no license' },
    ),
  ),
  externalReferences: optional(Type.Array(ExternalReference, { maxItems: 10_000 })),
};

export const NewComponent = Type.Object(givenMembers, { title: 'NewComponent' });
export type NewComponent = Static<typeof NewComponent>;

export const ComponentReplacement = Type.Object(
  { uuid: Uuid, ...givenMembers },
  { title: 'ComponentReplacement' },
);
export type ComponentReplacement = Static<typeof ComponentReplacement>;

export const CreateComponentRequest = Type.Object(
  {
    project_uuid: Uuid,
    ...describingMembers,
    description: text(255, LINES),
    copyright: text(255, LINES),
    notes: text(255, LINES),
    classifier: choice(CLASSIFIERS, { description: 'Default LIBRARY' }),
    hashes: optional(Type.Object(givenHashes)),
    swid_tag_id: text(255),
    internal: optional(Type.Boolean()),
    license_expression: text(255),
    license_url: text(255),
  },
  { title: 'CreateComponentRequest' },
);
export type CreateComponentRequest = Static<typeof CreateComponentRequest>;

/** Reference to the project of a component or service. */
export const ProjectReference = Type.Object(
  {
    uuid: Uuid,
    group: Type.Optional(Type.String()),
    name: Type.String(),
    version: Type.Optional(Type.String()),
    classifier: Type.Optional(ClassifierName),
    isLatest: Type.Boolean(),
    active: Type.Boolean(),
    directDependencies: Type.Optional(Type.String()),
  },
  { title: 'ProjectReference' },
);
export type ProjectReference = Static<typeof ProjectReference>;

const ComponentReference = Type.Object({
  uuid: Uuid,
  group: Type.Optional(Type.String()),
  name: Type.String(),
  version: Type.Optional(Type.String()),
});

export const ComponentProperty = Type.Object(
  {
    groupName: Type.Optional(Type.String()),
    propertyName: Type.String(),
    propertyValue: Type.Optional(Type.String()),
    propertyType: PropertyTypeName,
    description: Type.Optional(Type.String()),
    uuid: Uuid,
  },
  { title: 'ComponentProperty' },
);
export type ComponentProperty = Static<typeof ComponentProperty>;

export const NewComponentProperty = Type.Object(
  {
    groupName: text(255),
    propertyName: PrintableName,
    propertyValue: text(10_000, LINES),
    propertyType: PropertyTypeName,
    description: text(255),
  },
  { title: 'NewComponentProperty' },
);
export type NewComponentProperty = Static<typeof NewComponentProperty>;

export const Component = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    version: Type.Optional(Type.String()),
    group: Type.Optional(Type.String()),
    publisher: Type.Optional(Type.String()),
    authors: Type.Optional(Type.Array(Person)),
    supplier: Type.Optional(OrganizationMembers),
    scope: Type.Optional(ScopeName),
    classifier: ClassifierName,
    filename: Type.Optional(Type.String()),
    extension: Type.Optional(Type.String()),
    ...hashMembers,
    cpe: Type.Optional(Type.String()),
    purl: Type.Optional(Type.String()),
    purlCoordinates: Type.Optional(Type.String({ description: 'The purl without qualifiers and subpath' })),
    swidTagId: Type.Optional(Type.String()),
    isInternal: Type.Boolean(),
    description: Type.Optional(Type.String()),
    copyright: Type.Optional(Type.String()),
    license: Type.Optional(Type.String({ description: 'Name of an unknown licence' })),
    licenseExpression: Type.Optional(Type.String()),
    licenseUrl: Type.Optional(Type.String()),
    resolvedLicense: Type.Optional(ConciseLicense),
    directDependencies: Type.Optional(
      Type.String({ description: 'JSON: the direct dependencies of the component' }),
    ),
    externalReferences: Type.Optional(Type.Array(Reference)),
    parent: Type.Optional(ComponentReference),
    properties: Type.Optional(Type.Array(ComponentProperty)),
    project: ProjectReference,
    lastInheritedRiskScore: Type.Optional(Type.Number()),
    metrics: Type.Optional(DependencyMetrics),
    notes: Type.Optional(Type.String()),
    expandDependencyGraph: Type.Boolean(),
    occurrenceCount: Type.Optional(Type.Integer()),
  },
  { title: 'Component' },
);
export type Component = Static<typeof Component>;

export const Occurrence = Type.Object(
  {
    id: Type.String(),
    location: Type.String(),
    line: Type.Optional(Type.Integer()),
    offset: Type.Optional(Type.Integer()),
    symbol: Type.Optional(Type.String()),
    createdAt: Timestamp,
  },
  { title: 'Occurrence' },
);
export type Occurrence = Static<typeof Occurrence>;

export const GraphNode = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    version: Type.Optional(Type.String()),
    purl: Type.Optional(Type.String()),
    purlCoordinates: Type.Optional(Type.String()),
    dependencyGraph: Type.Array(Uuid, {
      description: 'Its direct dependencies that are in the response',
    }),
    expandDependencyGraph: Type.Boolean({
      description: 'Whether it leads to a requested component',
    }),
  },
  { title: 'GraphNode' },
);
export type GraphNode = Static<typeof GraphNode>;

export const DirectDependency = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    version: Type.Optional(Type.String()),
    purl: Type.Optional(Type.String()),
    directDependencies: Type.Optional(Type.String()),
  },
  { title: 'DirectDependency' },
);
export type DirectDependency = Static<typeof DirectDependency>;
