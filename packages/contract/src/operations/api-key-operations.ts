import Type, { type Static } from 'typebox';
import { wholeOrPart } from '../access.ts';
import { nullable } from '../nullable.ts';
import { operation } from '../operation.ts';
import { toListSchema } from '../paging-v2.ts';
import { WITHIN_OWN_POWER } from '../users-and-teams.ts';
import { LINES, Timestamp, Uuid, UuidParams } from '../values.ts';

const tag = 'API keys (v2)';
const MAX_PROJECTS = 100;
const MAX_OVERLAP_HOURS = 720;

export const ManagedApiKey = Type.Object(
  {
    public_id: Type.String({ description: 'Identifies the key; not secret' }),
    masked_key: Type.String(),
    comment: Type.Optional(Type.String()),
    created_at: Timestamp,
    last_used_at: Type.Optional(Timestamp),
    expires_at: Type.Optional(Timestamp),
    expired: Type.Boolean(),
    teams: Type.Array(Type.Object({ uuid: Uuid, name: Type.String() })),
    projects: Type.Optional(
      Type.Array(Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) }), {
        description:
          'The key sees only these projects and those below them. Absent: every project that its teams see',
      }),
    ),
    key: Type.Optional(Type.String({ description: 'The key itself; returned only when it is created' })),
  },
  { title: 'ManagedApiKey' },
);
export type ManagedApiKey = Static<typeof ManagedApiKey>;

const Comment = Type.String({ maxLength: 255, pattern: LINES });
const Projects = Type.Array(Uuid, { minItems: 1, maxItems: MAX_PROJECTS });

const NewApiKey = Type.Object(
  {
    comment: Type.Optional(Comment),
    expires_at: Type.Optional(Timestamp),
    projects: Type.Optional(Projects),
  },
  { title: 'NewApiKey', additionalProperties: false },
);
export type NewApiKey = Static<typeof NewApiKey>;

const ApiKeyPatch = Type.Object(
  {
    comment: Type.Optional(nullable(Comment)),
    expires_at: Type.Optional(nullable(Timestamp)),
    projects: Type.Optional(nullable(Projects)),
  },
  { title: 'ApiKeyPatch', additionalProperties: false, description: 'null removes a value' },
);
export type ApiKeyPatch = Static<typeof ApiKeyPatch>;

const KeyParams = Type.Object({
  public_id: Type.String({ pattern: '^[A-Za-z0-9]{5,8}$', description: 'Public id of an API key' }),
});

const limits =
  'A key that is limited to projects has, of the permissions of its teams, only those on projects, findings and ' +
  'violations, and creates projects only below its own.';

/** Expiry, limits and rotation of API keys. v1 creates, comments, replaces and deletes them. */
export const apiKeyOperations = {
  listApiKeys: operation({
    id: 'listApiKeys',
    method: 'GET',
    path: '/api/v2/api-keys',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List API keys with their expiry, last use, teams and projects',
    query: Type.Object({ team: Type.Optional(Uuid) }),
    responses: { 200: toListSchema(ManagedApiKey, 'ManagedApiKeyList') },
    problems: [404],
  }),
  createManagedApiKey: operation({
    id: 'createManagedApiKey',
    method: 'POST',
    path: '/api/v2/teams/{uuid}/api-keys',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create an API key that expires or is limited to projects',
    description: `${limits} The key is returned only once. ${WITHIN_OWN_POWER}`,
    params: UuidParams,
    body: NewApiKey,
    responses: { 201: ManagedApiKey },
    problems: [404],
  }),
  updateApiKey: operation({
    id: 'updateApiKey',
    method: 'PATCH',
    path: '/api/v2/api-keys/{public_id}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Change comment, expiry or projects of an API key',
    description: `${limits} ${WITHIN_OWN_POWER}`,
    params: KeyParams,
    body: ApiKeyPatch,
    responses: { 200: ManagedApiKey },
    problems: [404],
  }),
  rotateApiKey: operation({
    id: 'rotateApiKey',
    method: 'POST',
    path: '/api/v2/api-keys/{public_id}/rotation',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Create a successor of an API key; both work until the old one expires',
    description:
      'The successor has the same teams, projects and comment, and lives as long as the old key did. The old key expires ' +
      `after the overlap, or earlier if it would have expired earlier. ${WITHIN_OWN_POWER}`,
    params: KeyParams,
    body: Type.Object(
      {
        overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_HOURS, default: 24 })),
      },
      { additionalProperties: false },
    ),
    responses: { 201: ManagedApiKey },
    problems: [404],
  }),
};
