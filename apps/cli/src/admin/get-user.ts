import type { Client } from '@tallyman/client';
import type { LdapUser, ManagedUser, OidcUser } from '@tallyman/contract';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';

export const USER_KINDS = ['managed', 'ldap', 'oidc'] as const;
export type UserKind = (typeof USER_KINDS)[number];

export type ListedUser = { readonly kind: UserKind } & (ManagedUser | LdapUser | OidcUser);

/** Users of all kinds. */
export async function listUsers(client: Client): Promise<ListedUser[]> {
  const { userOperations } = await import('@tallyman/contract');
  const [managed, ldap, oidc] = await Promise.all([
    client.call(userOperations.listManagedUsers),
    client.call(userOperations.listLdapUsers),
    client.call(userOperations.listOidcUsers),
  ]);
  return [
    ...managed.body.map((user) => ({ kind: 'managed' as const, ...user })),
    ...ldap.body.map((user) => ({ kind: 'ldap' as const, ...user })),
    ...oidc.body.map((user) => ({ kind: 'oidc' as const, ...user })),
  ];
}

/** Throws if the user does not exist. */
export async function getUser(client: Client, username: string): Promise<ListedUser> {
  const user = (await listUsers(client)).find((each) => each.username === username);
  if (user) return user;
  throw new CommandError(EXIT.failed, `User "${username}" does not exist. See: tallyman user list`);
}
