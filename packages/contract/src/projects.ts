import Type, { type Static } from 'typebox';
import { ConciseMetrics, ProjectMetrics } from './metrics.ts';
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
import { LINES, ONE_LINE, PrintableName, Timestamp, Uuid } from './values.ts';

export const CLASSIFIERS = [
  'APPLICATION',
  'FRAMEWORK',
  'LIBRARY',
  'CONTAINER',
  'OPERATING_SYSTEM',
  'DEVICE',
  'FIRMWARE',
  'FILE',
  'PLATFORM',
  'DEVICE_DRIVER',
  'MACHINE_LEARNING_MODEL',
  'DATA',
  'CRYPTOGRAPHIC_ASSET',
] as const;
export type Classifier = (typeof CLASSIFIERS)[number];

const COLLECTION_LOGICS = [
  'AGGREGATE_DIRECT_CHILDREN',
  'AGGREGATE_DIRECT_CHILDREN_WITH_TAG',
  'AGGREGATE_LATEST_VERSION_CHILDREN',
] as const;
export type CollectionLogic = (typeof COLLECTION_LOGICS)[number];

export const ClassifierName = oneOf(CLASSIFIERS);

const CollectionLogicName = oneOf(COLLECTION_LOGICS);

/** Far more than real projects have, and few enough that one request cannot overload the service. */
const MAX_PEOPLE = 1000;
const MAX_TAGS = 1000;
const MAX_TEAMS = 1000;
const MAX_REFERENCES = 10_000;

const TagInput = Type.Object({ name: Type.String({ maxLength: 255, pattern: ONE_LINE }) });

const describingMembers = {
  version: text(255),
  group: text(255),
  publisher: text(255),
  description: text(255, LINES),
  authors: optional(Type.Array(Contact, { maxItems: MAX_PEOPLE })),
  manufacturer: optional(Organization),
  supplier: optional(Organization),
  classifier: choice([...CLASSIFIERS, ''], { description: 'Empty text is the same as null' }),
  cpe: text(255),
  purl: text(1024),
  swidTagId: text(255),
  tags: optional(Type.Array(TagInput, { maxItems: MAX_TAGS })),
  active: optional(Type.Boolean()),
  isLatest: optional(Type.Boolean({ description: 'At most one project of a name is the latest' })),
  externalReferences: optional(Type.Array(ExternalReference, { maxItems: MAX_REFERENCES })),
  collectionLogic: choice([...COLLECTION_LOGICS, 'NONE', ''], {
    description: 'NONE makes it an ordinary project; empty text is the same as null',
  }),
  collectionTag: optional(TagInput),
  parent: optional(Type.Object({ uuid: Uuid })),
};

const AccessTeam = Type.Object({ uuid: optional(Uuid), name: text(255) });

export const NewProject = Type.Object(
  {
    name: PrintableName,
    ...describingMembers,
    accessTeams: optional(
      Type.Array(AccessTeam, { maxItems: MAX_TEAMS, description: 'Teams that may see the project' }),
    ),
  },
  { title: 'NewProject' },
);
export type NewProject = Static<typeof NewProject>;

export const ProjectReplacement = Type.Object(
  { uuid: Uuid, name: PrintableName, ...describingMembers },
  { title: 'ProjectReplacement' },
);
export type ProjectReplacement = Static<typeof ProjectReplacement>;

export const ProjectPatch = Type.Object(
  { name: optional(PrintableName), ...describingMembers },
  { title: 'ProjectPatch', description: 'Absent and null members are not changed' },
);
export type ProjectPatch = Static<typeof ProjectPatch>;

const Named = Type.Object({ name: Type.String() });

const ProjectMetadata = Type.Object(
  {
    supplier: Type.Optional(OrganizationMembers),
    authors: Type.Optional(Type.Array(Person)),
    tools: Type.Optional(Type.Any()),
  },
  { description: 'From the imported bill of materials' },
);
export type ProjectMetadata = Static<typeof ProjectMetadata>;

/** Common to a list of projects and a single project. */
const members = {
  uuid: Uuid,
  group: Type.Optional(Type.String()),
  name: Type.String(),
  version: Type.Optional(Type.String()),
  classifier: Type.Optional(ClassifierName),
  description: Type.Optional(Type.String()),
  publisher: Type.Optional(Type.String()),
  purl: Type.Optional(Type.String()),
  swidTagId: Type.Optional(Type.String()),
  cpe: Type.Optional(Type.String()),
  isLatest: Type.Boolean(),
  active: Type.Boolean(),
  inactiveSince: Type.Optional(Timestamp),
  lastBomImport: Type.Optional(Timestamp),
  lastBomImportFormat: Type.Optional(Type.String()),
  lastVulnerabilityAnalysis: Type.Optional(Timestamp),
  lastInheritedRiskScore: Type.Optional(Type.Number()),
  externalReferences: Type.Optional(Type.Array(Reference)),
  supplier: Type.Optional(OrganizationMembers),
  manufacturer: Type.Optional(OrganizationMembers),
  authors: Type.Optional(Type.Array(Person)),
  tags: Type.Optional(Type.Array(Named)),
  metadata: Type.Optional(ProjectMetadata),
  metrics: Type.Optional(ProjectMetrics),
  collectionLogic: Type.Optional(CollectionLogicName),
  collectionTag: Type.Optional(Named),
  parent: Type.Optional(
    Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) }),
  ),
};

export const ProjectMembers = Type.Object(members, { title: 'ProjectMembers' });
export type ProjectMembers = Static<typeof ProjectMembers>;

export const ProjectListItem = Type.Object(
  { ...members, hasChildren: Type.Boolean() },
  { title: 'ProjectListItem' },
);
export type ProjectListItem = Static<typeof ProjectListItem>;

const ProjectVersion = Type.Object(
  {
    uuid: Uuid,
    version: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    isLatest: Type.Boolean(),
    active: Type.Boolean(),
  },
  { title: 'ProjectVersion' },
);

export const Project = Type.Object(
  {
    ...members,
    directDependencies: Type.Optional(
      Type.String({ description: 'JSON: the direct dependencies of the project' }),
    ),
    children: Type.Optional(Type.Array(ProjectMembers)),
    versions: Type.Optional(
      Type.Array(ProjectVersion, { description: 'Every version of the same name that the caller may see' }),
    ),
  },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;

export const ConciseProject = Type.Object(
  {
    uuid: Uuid,
    group: Type.Optional(Type.String()),
    name: Type.String(),
    version: Type.Optional(Type.String()),
    classifier: Type.Optional(ClassifierName),
    active: Type.Boolean(),
    isLatest: Type.Boolean(),
    collectionLogic: Type.Optional(CollectionLogicName),
    tags: Type.Optional(Type.Array(Named)),
    teams: Type.Optional(Type.Array(Named)),
    lastBomImport: Type.Optional(Timestamp),
    lastBomImportFormat: Type.Optional(Type.String()),
    lastRiskScore: Type.Optional(Type.Number()),
    hasChildren: Type.Boolean(),
    metrics: Type.Optional(ConciseMetrics),
  },
  { title: 'ConciseProject' },
);
export type ConciseProject = Static<typeof ConciseProject>;
