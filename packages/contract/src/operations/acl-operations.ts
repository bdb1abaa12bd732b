import Type from 'typebox';
import { wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { ProjectListItem } from '../projects.ts';
import { WITHIN_OWN_POWER } from '../users-and-teams.ts';
import { Flag, Uuid, UuidParams } from '../values.ts';

const tag = 'acl';

export const aclOperations = {
  listProjectsOfTeam: operation({
    id: 'listProjectsOfTeam',
    method: 'GET',
    path: '/api/v1/acl/team/{uuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List the projects that are mapped to a team',
    description: 'Only projects that the caller may see; with the whole ACCESS_MANAGEMENT, all of them.',
    paged: true,
    params: UuidParams,
    query: Type.Object({ excludeInactive: Type.Optional(Flag), onlyRoot: Type.Optional(Flag) }),
    responses: { 200: Type.Array(ProjectListItem) },
    problems: [404],
  }),
  mapTeamToProject: operation({
    id: 'mapTeamToProject',
    method: 'PUT',
    path: '/api/v1/acl/mapping',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Map a team to a project and its descendants',
    description: `The caller must see the project. ${WITHIN_OWN_POWER}`,
    body: Type.Object({ team: Uuid, project: Uuid }, { title: 'TeamMapping' }),
    responses: { 200: null },
    problems: [404, 409],
  }),
  unmapTeamFromProject: operation({
    id: 'unmapTeamFromProject',
    method: 'DELETE',
    path: '/api/v1/acl/mapping/team/{teamUuid}/project/{projectUuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Remove the mapping of a team to a project',
    description: `The caller must see the project. ${WITHIN_OWN_POWER}`,
    params: Type.Object({ teamUuid: Uuid, projectUuid: Uuid }),
    responses: { 200: null },
    problems: [404],
  }),
};
