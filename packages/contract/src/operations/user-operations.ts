import Type, { type Static } from 'typebox';
import { AUTHENTICATED, wholeOrPart } from '../access.ts';
import { nullable } from '../nullable.ts';
import { operation } from '../operation.ts';
import {
  LAST_ADMINISTRATOR,
  LdapUser,
  ManagedUser,
  OidcUser,
  User,
  WITHIN_OWN_POWER,
} from '../users-and-teams.ts';
import { PrintableName, Uuid } from '../values.ts';

const tag = 'user';
const UNIQUE_NAME = 'A name that exists, in any case, is rejected with 409.';

const flag = Type.Optional(nullable(Type.Boolean()));
const optionalPassword = Type.Optional(nullable(Type.String()));
const presentPassword = Type.Optional(
  nullable(Type.String({ description: 'The current password of the caller; needed to change it' })),
);

export const NewManagedUser = Type.Object(
  {
    username: PrintableName,
    fullname: PrintableName,
    email: PrintableName,
    newPassword: Type.String(),
    confirmPassword: Type.String(),
    forcePasswordChange: flag,
    nonExpiryPassword: flag,
    suspended: flag,
  },
  { title: 'NewManagedUser' },
);
export type NewManagedUser = Static<typeof NewManagedUser>;

export const ManagedUserUpdate = Type.Object(
  {
    username: PrintableName,
    fullname: PrintableName,
    email: PrintableName,
    newPassword: optionalPassword,
    confirmPassword: optionalPassword,
    password: presentPassword,
    forcePasswordChange: flag,
    nonExpiryPassword: flag,
    suspended: flag,
  },
  { title: 'ManagedUserUpdate' },
);
export type ManagedUserUpdate = Static<typeof ManagedUserUpdate>;

export const OwnProfileUpdate = Type.Object(
  {
    fullname: PrintableName,
    email: PrintableName,
    newPassword: optionalPassword,
    confirmPassword: optionalPassword,
    password: presentPassword,
  },
  { title: 'OwnProfileUpdate' },
);
export type OwnProfileUpdate = Static<typeof OwnProfileUpdate>;

const Username = Type.Object({ username: PrintableName }, { title: 'Username' });
const TeamReference = Type.Object({ uuid: Uuid }, { title: 'TeamReference' });
const TeamsOfUser = Type.Object(
  { username: PrintableName, teams: Type.Array(Uuid) },
  { title: 'TeamsOfUser' },
);

export const userOperations = {
  listManagedUsers: operation({
    id: 'listManagedUsers',
    method: 'GET',
    path: '/api/v1/user/managed',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List managed users',
    responses: { 200: Type.Array(ManagedUser) },
  }),
  listLdapUsers: operation({
    id: 'listLdapUsers',
    method: 'GET',
    path: '/api/v1/user/ldap',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List LDAP users',
    responses: { 200: Type.Array(LdapUser) },
  }),
  listOidcUsers: operation({
    id: 'listOidcUsers',
    method: 'GET',
    path: '/api/v1/user/oidc',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'READ'),
    tag,
    summary: 'List OpenID Connect users',
    responses: { 200: Type.Array(OidcUser) },
  }),
  getSelf: operation({
    id: 'getSelf',
    method: 'GET',
    path: '/api/v1/user/self',
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'Get the signed-in user',
    responses: { 200: User },
  }),
  updateSelf: operation({
    id: 'updateSelf',
    method: 'POST',
    path: '/api/v1/user/self',
    access: AUTHENTICATED,
    tag,
    summary: 'Change your own name, email address or password',
    description:
      'A new password needs the current one in `password` and ends every session of the user, including this one.',
    body: OwnProfileUpdate,
    responses: { 200: ManagedUser },
    problems: [429],
  }),
  listOwnPermissions: operation({
    id: 'listOwnPermissions',
    method: 'GET',
    path: '/api/v1/user/self/permissions',
    access: AUTHENTICATED,
    duringEnrolment: true,
    tag,
    summary: 'List the permissions of the caller, direct and through teams',
    responses: { 200: Type.Array(Type.String()) },
  }),
  createManagedUser: operation({
    id: 'createManagedUser',
    method: 'PUT',
    path: '/api/v1/user/managed',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create a managed user',
    description: UNIQUE_NAME,
    body: NewManagedUser,
    responses: { 201: ManagedUser },
    problems: [409],
  }),
  createLdapUser: operation({
    id: 'createLdapUser',
    method: 'PUT',
    path: '/api/v1/user/ldap',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create an LDAP user',
    description: UNIQUE_NAME,
    body: Username,
    responses: { 201: LdapUser },
    problems: [409],
  }),
  createOidcUser: operation({
    id: 'createOidcUser',
    method: 'PUT',
    path: '/api/v1/user/oidc',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create an OpenID Connect user',
    description: UNIQUE_NAME,
    body: Username,
    responses: { 201: OidcUser },
    problems: [409],
  }),
  updateManagedUser: operation({
    id: 'updateManagedUser',
    method: 'POST',
    path: '/api/v1/user/managed',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Change a managed user, and the password if a new one is given',
    description:
      'Absent flags are false. A new password, a suspension and a forced password change end ' +
      `every session of the user. ${WITHIN_OWN_POWER}`,
    body: ManagedUserUpdate,
    responses: { 200: ManagedUser },
    problems: [404, 409],
  }),
  deleteManagedUser: operation({
    id: 'deleteManagedUser',
    method: 'DELETE',
    path: '/api/v1/user/managed',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete a managed user',
    description: WITHIN_OWN_POWER,
    body: Username,
    responses: { 204: null },
    problems: [404, 409],
  }),
  deleteLdapUser: operation({
    id: 'deleteLdapUser',
    method: 'DELETE',
    path: '/api/v1/user/ldap',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete an LDAP user',
    description: WITHIN_OWN_POWER,
    body: Username,
    responses: { 204: null },
    problems: [404, 409],
  }),
  deleteOidcUser: operation({
    id: 'deleteOidcUser',
    method: 'DELETE',
    path: '/api/v1/user/oidc',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete an OpenID Connect user',
    description: WITHIN_OWN_POWER,
    body: Username,
    responses: { 204: null },
    problems: [404, 409],
  }),
  renameUser: operation({
    id: 'renameUser',
    method: 'POST',
    path: '/api/v1/user/{username}/rename',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Rename a user',
    description:
      'Users whose name ends in -CONFLICT-LDAP or -CONFLICT-OIDC cannot sign in until they are renamed. ' +
      WITHIN_OWN_POWER,
    params: Username,
    body: Username,
    responses: { 200: User },
    problems: [404, 409],
  }),
  addUserToTeam: operation({
    id: 'addUserToTeam',
    method: 'POST',
    path: '/api/v1/user/{username}/membership',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Add a user to a team',
    description: WITHIN_OWN_POWER,
    params: Username,
    body: TeamReference,
    responses: { 200: User, 304: null },
    problems: [404],
  }),
  removeUserFromTeam: operation({
    id: 'removeUserFromTeam',
    method: 'DELETE',
    path: '/api/v1/user/{username}/membership',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Remove a user from a team',
    description: `${WITHIN_OWN_POWER} ${LAST_ADMINISTRATOR}`,
    params: Username,
    body: TeamReference,
    responses: { 200: User, 304: null },
    problems: [404, 409],
  }),
  setTeamsOfUser: operation({
    id: 'setTeamsOfUser',
    method: 'PUT',
    path: '/api/v1/user/membership',
    access: wholeOrPart('ACCESS_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Set the teams of a user',
    description: WITHIN_OWN_POWER,
    body: TeamsOfUser,
    responses: { 200: User, 304: null },
    problems: [404, 409],
  }),
};
