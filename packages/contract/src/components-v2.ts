import Type, { type Static } from 'typebox';
import { hashMembers, SCOPES } from './components.ts';
import { DependencyMetricsV2 } from './metrics.ts';
import { oneOf } from './one-of.ts';
import { toListSchema } from './paging-v2.ts';
import { ClassifierName } from './projects.ts';
import { Uuid } from './values.ts';

export const HASH_TYPES = {
  MD5: 'md5',
  SHA1: 'sha1',
  SHA_256: 'sha256',
  SHA_384: 'sha384',
  SHA_512: 'sha512',
  SHA3_256: 'sha3_256',
  SHA3_384: 'sha3_384',
  SHA3_512: 'sha3_512',
  BLAKE2B_256: 'blake2b_256',
  BLAKE2B_384: 'blake2b_384',
  BLAKE2B_512: 'blake2b_512',
  BLAKE3: 'blake3',
  STREEBOG_256: 'streebog_256',
  STREEBOG_512: 'streebog_512',
} as const;
export type HashType = keyof typeof HASH_TYPES;

const itemMembers = {
  uuid: Uuid,
  name: Type.String(),
  version: Type.Optional(Type.String()),
  group: Type.Optional(Type.String()),
  classifier: Type.Optional(ClassifierName),
  scope: Type.Optional(oneOf(SCOPES)),
  hashes: Type.Optional(Type.Object(hashMembers)),
  cpe: Type.Optional(Type.String()),
  purl: Type.Optional(Type.String()),
  swid_tag_id: Type.Optional(Type.String()),
  internal: Type.Optional(Type.Boolean()),
  copyright: Type.Optional(Type.String()),
  license: Type.Optional(Type.String()),
  license_expression: Type.Optional(Type.String()),
  license_url: Type.Optional(Type.String()),
  resolved_license: Type.Optional(
    Type.Object({
      name: Type.String(),
      license_id: Type.String(),
      uuid: Uuid,
      osi_approved: Type.Boolean(),
      fsf_libre: Type.Boolean(),
      custom_license: Type.Boolean(),
    }),
  ),
  last_inherited_risk_score: Type.Optional(Type.Number()),
  metrics: Type.Optional(DependencyMetricsV2),
};

export const ListedComponent = Type.Object(
  {
    ...itemMembers,
    project: Type.Object({ name: Type.String(), version: Type.Optional(Type.String()), uuid: Uuid }),
  },
  { title: 'ListedComponent' },
);
export type ListedComponent = Static<typeof ListedComponent>;

export const ListedProjectComponent = Type.Object(
  {
    ...itemMembers,
    occurrence_count: Type.Optional(Type.Integer({ description: 'With expand=occurrence_count' })),
  },
  { title: 'ListedProjectComponent' },
);
export type ListedProjectComponent = Static<typeof ListedProjectComponent>;

export const ComponentList = toListSchema(ListedComponent, 'ComponentList');
export type ComponentList = Static<typeof ComponentList>;

export const ProjectComponentList = toListSchema(ListedProjectComponent, 'ProjectComponentList');
export type ProjectComponentList = Static<typeof ProjectComponentList>;
