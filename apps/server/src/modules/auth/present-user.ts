import type {
  LdapMember,
  LdapUser,
  ManagedMember,
  ManagedUser,
  OidcMember,
  OidcUser,
  User,
} from '@tallyman/contract';
import { presentGrants, presentTeamRights } from './present-grants.ts';
import type { UserDetails, UserRecord } from './user-store.ts';

export function presentUser(user: UserDetails): User {
  if (user.kind === 'MANAGED') return presentManagedUser(user);
  return user.kind === 'LDAP' ? presentLdapUser(user) : presentOidcUser(user);
}

export function presentManagedUser(user: UserDetails): ManagedUser {
  return { ...presentManagedMember(user), ...presentRights(user) };
}

export function presentLdapUser(user: UserDetails): LdapUser {
  return { ...presentLdapMember(user), ...presentRights(user) };
}

export function presentOidcUser(user: UserDetails): OidcUser {
  return { ...presentOidcMember(user), ...presentRights(user) };
}

function presentRights({ teams, permissions }: UserDetails) {
  return { teams: teams.map(presentTeamRights), permissions: presentGrants(permissions) };
}

export function presentManagedMember(user: UserRecord): ManagedMember {
  return {
    username: user.username,
    ...(user.fullname === null ? {} : { fullname: user.fullname }),
    ...presentEmail(user),
    lastPasswordChange: new Date(user.lastPasswordChange).getTime(),
    suspended: user.suspended,
    forcePasswordChange: user.forcePasswordChange,
    nonExpiryPassword: user.nonExpiryPassword,
  };
}

export function presentLdapMember(user: UserRecord): LdapMember {
  return { username: user.username, dn: user.ldapDn ?? '', ...presentEmail(user) };
}

export function presentOidcMember(user: UserRecord): OidcMember {
  return {
    username: user.username,
    ...(user.oidcSubject === null ? {} : { subjectIdentifier: user.oidcSubject }),
    ...presentEmail(user),
  };
}

function presentEmail({ email }: UserRecord): { email?: string } {
  return email === null ? {} : { email };
}
