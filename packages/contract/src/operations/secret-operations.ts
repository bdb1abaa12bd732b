import Type, { type Static } from 'typebox';
import { AUTHENTICATED, anyOf, wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { LINES, Timestamp } from '../values.ts';

const tag = 'secrets (v2)';

const SecretName = Type.String({
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  description: 'name of a secret: letters, digits, _ and -, at most 64',
});
const SecretValue = Type.String({ minLength: 1, maxLength: 4096 });
const Description = Type.String({ maxLength: 255, pattern: LINES });
const NameParams = Type.Object({ name: SecretName });

const Secret = Type.Object(
  {
    name: SecretName,
    description: Type.Optional(Type.String()),
    created_at: Type.Optional(Timestamp),
    updated_at: Type.Optional(Timestamp),
  },
  { title: 'Secret' },
);
export type Secret = Static<typeof Secret>;

const NewSecret = Type.Object(
  { name: SecretName, value: SecretValue, description: Type.Optional(Description) },
  { title: 'NewSecret' },
);

const SecretUpdate = Type.Object(
  {
    value: Type.Optional(SecretValue),
    description: Type.Optional(Type.Unsafe<string | null>({ ...Description, type: ['string', 'null'] })),
  },
  { title: 'SecretUpdate' },
);

export const secretOperations = {
  listSecrets: operation({
    id: 'listSecrets',
    method: 'GET',
    path: '/api/v2/secrets',
    access: wholeOrPart('SYSTEM_CONFIGURATION', 'READ'),
    tag,
    summary: 'List the names of secrets, never their values',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 64, description: 'Prefix of the name' })),
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
    }),
    responses: { 200: toListSchema(Secret, 'SecretList') },
  }),
  getSecret: operation({
    id: 'getSecret',
    method: 'GET',
    path: '/api/v2/secrets/{name}',
    access: wholeOrPart('SYSTEM_CONFIGURATION', 'READ'),
    tag,
    summary: 'Get the metadata of a secret, never its value',
    params: NameParams,
    responses: { 200: Secret },
    problems: [404],
  }),
  createSecret: operation({
    id: 'createSecret',
    method: 'POST',
    path: '/api/v2/secrets',
    access: anyOf('SECRET_MANAGEMENT', 'SECRET_MANAGEMENT_CREATE'),
    tag,
    summary: 'Create a secret',
    body: NewSecret,
    responses: { 201: null },
    problems: [409],
  }),
  updateSecret: operation({
    id: 'updateSecret',
    method: 'PATCH',
    path: '/api/v2/secrets/{name}',
    access: anyOf('SECRET_MANAGEMENT', 'SECRET_MANAGEMENT_UPDATE'),
    tag,
    summary: 'Change the value or description of a secret',
    params: NameParams,
    body: SecretUpdate,
    responses: { 204: null, 304: null },
    problems: [404],
  }),
  deleteSecret: operation({
    id: 'deleteSecret',
    method: 'DELETE',
    path: '/api/v2/secrets/{name}',
    access: anyOf('SECRET_MANAGEMENT', 'SECRET_MANAGEMENT_DELETE'),
    tag,
    summary: 'Delete a secret',
    params: NameParams,
    responses: { 204: null },
    problems: [404],
  }),
  getSystemCapabilities: operation({
    id: 'getSystemCapabilities',
    method: 'GET',
    path: '/api/v2/internal/system-capabilities',
    access: AUTHENTICATED,
    tag: 'internal (v2)',
    summary: 'Get the capabilities of this installation',
    responses: {
      200: Type.Object({
        capabilities: Type.Object({ secret_management: Type.Object({ read_only: Type.Boolean() }) }),
      }),
    },
  }),
};
