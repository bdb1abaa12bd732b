import Type from 'typebox';
import { wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { type Permission, permissionNames } from '../permissions.ts';
import { LAST_ADMINISTRATOR, PermissionItem, Team, User, WITHIN_OWN_POWER } from '../users-and-teams.ts';
import { PrintableName, Uuid } from '../values.ts';

const tag = 'permission';

const PermissionName = Type.Unsafe<Permission>({ type: 'string', enum: permissionNames });
const PermissionNames = Type.Array(PermissionName);

const PermissionsOfUser = Type.Object(
  { username: PrintableName, permissions: PermissionNames },
  { title: 'PermissionsOfUser' },
);
const PermissionsOfTeam = Type.Object(
  { team: Uuid, permissions: PermissionNames },
  { title: 'PermissionsOfTeam' },
);

const UserParams = Type.Object({ permission: Type.String(), username: PrintableName });
const TeamParams = Type.Object({ permission: Type.String(), uuid: Uuid });

export const permissionOperations = {
  listPermissions: operation({
    id: 'listPermissions',
    method: 'GET',
    path: '/api/v1/permission',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List all permissions',
    responses: { 200: Type.Array(PermissionItem) },
  }),
  grantToUser: operation({
    id: 'grantToUser',
    method: 'POST',
    path: '/api/v1/permission/{permission}/user/{username}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Grant a permission to a user',
    description: WITHIN_OWN_POWER,
    params: UserParams,
    responses: { 200: User, 304: null },
    problems: [404],
  }),
  revokeFromUser: operation({
    id: 'revokeFromUser',
    method: 'DELETE',
    path: '/api/v1/permission/{permission}/user/{username}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Revoke a permission from a user',
    description: `${WITHIN_OWN_POWER} ${LAST_ADMINISTRATOR}`,
    params: UserParams,
    responses: { 200: User, 304: null },
    problems: [404, 409],
  }),
  setPermissionsOfUser: operation({
    id: 'setPermissionsOfUser',
    method: 'PUT',
    path: '/api/v1/permission/user',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Set the permissions of a user',
    description: `${WITHIN_OWN_POWER} ${LAST_ADMINISTRATOR}`,
    body: PermissionsOfUser,
    responses: { 200: User, 304: null },
    problems: [404, 409],
  }),
  grantToTeam: operation({
    id: 'grantToTeam',
    method: 'POST',
    path: '/api/v1/permission/{permission}/team/{uuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Grant a permission to a team',
    description: WITHIN_OWN_POWER,
    params: TeamParams,
    responses: { 200: Team, 304: null },
    problems: [404],
  }),
  revokeFromTeam: operation({
    id: 'revokeFromTeam',
    method: 'DELETE',
    path: '/api/v1/permission/{permission}/team/{uuid}',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Revoke a permission from a team',
    description: `${WITHIN_OWN_POWER} ${LAST_ADMINISTRATOR}`,
    params: TeamParams,
    responses: { 200: Team, 304: null },
    problems: [404, 409],
  }),
  setPermissionsOfTeam: operation({
    id: 'setPermissionsOfTeam',
    method: 'PUT',
    path: '/api/v1/permission/team',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Set the permissions of a team',
    description: `${WITHIN_OWN_POWER} ${LAST_ADMINISTRATOR}`,
    body: PermissionsOfTeam,
    responses: { 200: Team, 304: null },
    problems: [404, 409],
  }),
};
