import Type from 'typebox';
import { AUTHENTICATED, wholeOrPart } from '../access.ts';
import { nullable } from '../nullable.ts';
import { operation } from '../operation.ts';
import { ApiKey, LAST_ADMINISTRATOR, Team, TeamOfUser, WITHIN_OWN_POWER } from '../users-and-teams.ts';
import { LINES, PrintableName, Uuid, UuidParams } from '../values.ts';

const tag = 'team';

const NewTeam = Type.Object({ name: PrintableName }, { title: 'NewTeam' });
const TeamUpdate = Type.Object({ uuid: Uuid, name: PrintableName }, { title: 'TeamUpdate' });
const TeamToDelete = Type.Object({ uuid: Uuid }, { title: 'TeamToDelete' });
const VisibleTeam = Type.Object({ name: Type.String(), uuid: Uuid }, { title: 'VisibleTeam' });

const KeyParams = Type.Object({
  publicIdOrKey: Type.String({
    pattern: '^[A-Za-z0-9_-]{5,128}$',
    description: 'public id of an API key',
  }),
});

const KeyComment = nullable(Type.String({ maxLength: 255, pattern: LINES }));

export const teamOperations = {
  listTeams: operation({
    id: 'listTeams',
    method: 'GET',
    path: '/api/v1/team',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List teams',
    paged: true,
    responses: { 200: Type.Array(Team) },
  }),
  listVisibleTeams: operation({
    id: 'listVisibleTeams',
    method: 'GET',
    path: '/api/v1/team/visible',
    access: AUTHENTICATED,
    tag,
    summary: 'List all teams with ACCESS_MANAGEMENT, otherwise the teams of the caller',
    paged: true,
    responses: { 200: Type.Array(VisibleTeam) },
  }),
  getOwnTeam: operation({
    id: 'getOwnTeam',
    method: 'GET',
    path: '/api/v1/team/self',
    access: AUTHENTICATED,
    tag,
    summary: 'Get the team of the calling API key',
    responses: { 200: TeamOfUser },
    problems: [404],
  }),
  getTeam: operation({
    id: 'getTeam',
    method: 'GET',
    path: '/api/v1/team/{uuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'Get a team',
    params: UuidParams,
    responses: { 200: Team },
    problems: [404],
  }),
  createTeam: operation({
    id: 'createTeam',
    method: 'PUT',
    path: '/api/v1/team',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create a team',
    description:
      'A name that exists, in any case, is rejected with 409 and the members `teamUuid` and `teamName`.',
    body: NewTeam,
    responses: { 201: Team },
    problems: [409],
  }),
  updateTeam: operation({
    id: 'updateTeam',
    method: 'POST',
    path: '/api/v1/team',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Rename a team',
    description: WITHIN_OWN_POWER,
    body: TeamUpdate,
    responses: { 200: Team },
    problems: [404, 409],
  }),
  deleteTeam: operation({
    id: 'deleteTeam',
    method: 'DELETE',
    path: '/api/v1/team',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete a team and its API keys',
    description: `${WITHIN_OWN_POWER} ${LAST_ADMINISTRATOR}`,
    body: TeamToDelete,
    responses: { 204: null },
    problems: [404, 409],
  }),
  createApiKey: operation({
    id: 'createApiKey',
    method: 'PUT',
    path: '/api/v1/team/{uuid}/key',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create an API key for a team',
    description: `The key is returned only once. ${WITHIN_OWN_POWER}`,
    params: UuidParams,
    responses: { 201: ApiKey },
    problems: [404],
  }),
  regenerateApiKey: operation({
    id: 'regenerateApiKey',
    method: 'POST',
    path: '/api/v1/team/key/{publicIdOrKey}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Replace an API key by a new one with the same teams and comment',
    description: `The old key stops working. The new one is returned only once. ${WITHIN_OWN_POWER}`,
    params: KeyParams,
    responses: { 200: ApiKey },
    problems: [404],
  }),
  commentApiKey: operation({
    id: 'commentApiKey',
    method: 'POST',
    path: '/api/v1/team/key/{publicIdOrKey}/comment',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Set the comment of an API key',
    description: WITHIN_OWN_POWER,
    params: KeyParams,
    body: KeyComment,
    consumes: 'text/plain',
    responses: { 200: ApiKey },
    problems: [404],
  }),
  deleteApiKey: operation({
    id: 'deleteApiKey',
    method: 'DELETE',
    path: '/api/v1/team/key/{publicIdOrKey}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete an API key',
    description: WITHIN_OWN_POWER,
    params: KeyParams,
    responses: { 204: null },
    problems: [404],
  }),
};
