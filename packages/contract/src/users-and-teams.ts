import Type, { type Static } from 'typebox';
import { Timestamp, Uuid } from './values.ts';

/** Describes the rule for operations that change what others may do or see. */
export const WITHIN_OWN_POWER =
  'Without the whole ACCESS_MANAGEMENT, the caller must hold every permission that is granted or revoked and that ' +
  'the changed users, teams or API keys hold, and must see every project that they see. Otherwise the response is ' +
  '403, and `missingPermissions` lists the permissions.';

/** Describes the rule for operations that can remove an administrator. */
export const LAST_ADMINISTRATOR = 'The last administrator who can sign in cannot be removed: 409.';

/** A permission with its description. */
export const PermissionItem = Type.Object(
  { name: Type.String(), description: Type.String() },
  { title: 'Permission' },
);
export type PermissionItem = Static<typeof PermissionItem>;

export const TeamOfUser = Type.Object(
  { uuid: Uuid, name: Type.String(), permissions: Type.Array(PermissionItem) },
  { title: 'TeamOfUser' },
);
export type TeamOfUser = Static<typeof TeamOfUser>;

const managedUserMembers = {
  username: Type.String(),
  fullname: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  lastPasswordChange: Timestamp,
  suspended: Type.Boolean(),
  forcePasswordChange: Type.Boolean(),
  nonExpiryPassword: Type.Boolean(),
};

const ldapUserMembers = {
  username: Type.String(),
  dn: Type.String({ description: 'Distinguished name; empty until the first sign-in' }),
  email: Type.Optional(Type.String()),
};

const oidcUserMembers = {
  username: Type.String(),
  subjectIdentifier: Type.Optional(Type.String({ description: 'Known after the first sign-in' })),
  email: Type.Optional(Type.String()),
};

const rights = { teams: Type.Array(TeamOfUser), permissions: Type.Array(PermissionItem) };

export const ManagedUser = Type.Object({ ...managedUserMembers, ...rights }, { title: 'ManagedUser' });
export type ManagedUser = Static<typeof ManagedUser>;

export const LdapUser = Type.Object({ ...ldapUserMembers, ...rights }, { title: 'LdapUser' });
export type LdapUser = Static<typeof LdapUser>;

export const OidcUser = Type.Object({ ...oidcUserMembers, ...rights }, { title: 'OidcUser' });
export type OidcUser = Static<typeof OidcUser>;

/** The first alternative whose required members are present applies. */
export const User = Type.Union([ManagedUser, LdapUser, OidcUser]);
export type User = Static<typeof User>;

/** Members of a team, without their own teams and permissions. */
export const ManagedMember = Type.Object(managedUserMembers, { title: 'ManagedMember' });
export type ManagedMember = Static<typeof ManagedMember>;

export const LdapMember = Type.Object(ldapUserMembers, { title: 'LdapMember' });
export type LdapMember = Static<typeof LdapMember>;

export const OidcMember = Type.Object(oidcUserMembers, { title: 'OidcMember' });
export type OidcMember = Static<typeof OidcMember>;

export const ApiKey = Type.Object(
  {
    publicId: Type.String({ description: 'Identifies the key; not secret' }),
    maskedKey: Type.String(),
    legacy: Type.Boolean({ description: 'Whether the key has the format of an earlier release' }),
    created: Timestamp,
    lastUsed: Type.Optional(Timestamp),
    comment: Type.Optional(Type.String()),
    key: Type.Optional(Type.String({ description: 'The key itself; returned only when it is created' })),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

const MappedLdapGroup = Type.Object({ uuid: Uuid, dn: Type.String() }, { title: 'MappedLdapGroup' });

const MappedOidcGroup = Type.Object(
  { uuid: Uuid, group: Type.Object({ uuid: Uuid, name: Type.String() }) },
  { title: 'MappedOidcGroup' },
);

export const Team = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    permissions: Type.Array(PermissionItem),
    apiKeys: Type.Array(ApiKey),
    managedUsers: Type.Array(ManagedMember),
    ldapUsers: Type.Array(LdapMember),
    oidcUsers: Type.Array(OidcMember),
    mappedLdapGroups: Type.Array(MappedLdapGroup),
    mappedOidcGroups: Type.Array(MappedOidcGroup),
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;
