import type { UserKind } from './user-kind.ts';

interface NamedUser {
  readonly kind: UserKind;
  readonly username: string;
}

/** Managed users keep their names before LDAP users do, and those before OIDC users. */
const PRECEDENCE: readonly UserKind[] = ['MANAGED', 'LDAP', 'OIDC'];

/**
 * One user table has unique names. Where several tables are merged, "the LDAP or OIDC user gets the suffix
 * -CONFLICT-LDAP or -CONFLICT-OIDC and cannot authenticate until an administrator fixes it". The users come back
 * in the order in which they were given.
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

/** The suffix stays at the end, so that a name which clashes even with it is counted up in front of it. */
function freeName({ kind, username }: NamedUser, taken: ReadonlySet<string>): string {
  if (!taken.has(username)) return username;
  for (let count = 1; ; count++) {
    const candidate = `${username}${count === 1 ? '' : `-${count}`}-CONFLICT-${kind}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Such a name would mark its user as one of a conflict. */
export function isReservedUsername(username: string): boolean {
  return /-CONFLICT-(?:LDAP|OIDC)$/.test(username);
}
