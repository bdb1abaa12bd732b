import type { UserKind } from './user-kind.ts';

interface NamedUser {
  readonly kind: UserKind;
  readonly username: string;
}

/** Managed users keep their names before LDAP users, LDAP users before OIDC users. */
const PRECEDENCE: readonly UserKind[] = ['MANAGED', 'LDAP', 'OIDC'];

/**
 * User names are unique in one user table. When tables are merged, "the LDAP or OIDC user gets the suffix
 * -CONFLICT-LDAP or -CONFLICT-OIDC and cannot authenticate until an administrator fixes it". Returns the users in the
 * given order.
 */
export function resolveUsernameConflicts<U extends NamedUser>(users: readonly U[]): U[] {
  const taken = new Set<string>();
  const resolved = new Map<U, U>();
  for (const user of users.toSorted((a, b) => PRECEDENCE.indexOf(a.kind) - PRECEDENCE.indexOf(b.kind))) {
    const username = freeName(user, taken);
    taken.add(username);
    resolved.set(user, username === user.username ? user : { ...user, username });
  }
  return users.map((user) => resolved.get(user) ?? user);
}

/** If the name with the suffix exists too, a number is inserted before the suffix, which must stay at the end. */
function freeName({ kind, username }: NamedUser, taken: ReadonlySet<string>): string {
  if (!taken.has(username)) return username;
  for (let count = 1; ; count++) {
    const candidate = toConflictName({ kind, username }, count);
    if (!taken.has(candidate)) return candidate;
  }
}

export function toConflictName({ kind, username }: NamedUser, count: number): string {
  return `${username}${count === 1 ? '' : `-${count}`}-CONFLICT-${kind}`;
}

/** True if the name would mark its user as part of a conflict. */
export function isReservedUsername(username: string): boolean {
  return /-CONFLICT-(?:LDAP|OIDC)$/.test(username);
}
