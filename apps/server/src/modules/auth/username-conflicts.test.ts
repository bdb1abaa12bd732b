import { describe, expect, it } from 'vitest';
import { isReservedUsername, resolveUsernameConflicts } from './username-conflicts.ts';

const managed = (username: string) => ({ kind: 'MANAGED' as const, username });
const ldap = (username: string) => ({ kind: 'LDAP' as const, username });
const oidc = (username: string) => ({ kind: 'OIDC' as const, username });

describe('a user name that conflicts during the user-table consolidation', () => {
  it('adds the suffix -CONFLICT-LDAP to the LDAP user', () => {
    expect(resolveUsernameConflicts([managed('ada'), ldap('ada')])).toEqual([
      managed('ada'),
      ldap('ada-CONFLICT-LDAP'),
    ]);
  });

  it('adds the suffix -CONFLICT-OIDC to the OIDC user', () => {
    expect(resolveUsernameConflicts([managed('ada'), oidc('ada')])).toEqual([
      managed('ada'),
      oidc('ada-CONFLICT-OIDC'),
    ]);
  });

  it('leaves the name to the LDAP user when only LDAP and OIDC conflict', () => {
    expect(resolveUsernameConflicts([oidc('ada'), ldap('ada')])).toEqual([
      oidc('ada-CONFLICT-OIDC'),
      ldap('ada'),
    ]);
  });

  it('keeps the name of the managed user, regardless of the order', () => {
    const resolved = resolveUsernameConflicts([oidc('ada'), ldap('ada'), managed('ada')]);
    expect(resolved).toEqual([oidc('ada-CONFLICT-OIDC'), ldap('ada-CONFLICT-LDAP'), managed('ada')]);
  });

  it('does not touch names that are free, which differ in case too', () => {
    const users = [managed('ada'), ldap('Ada'), oidc('bob')];
    expect(resolveUsernameConflicts(users)).toEqual(users);
  });

  it('keeps all names unique even if a suffixed name exists', () => {
    const users = [managed('ada'), managed('ada-CONFLICT-LDAP'), ldap('ada')];
    expect(resolveUsernameConflicts(users)[2]).toEqual(ldap('ada-2-CONFLICT-LDAP'));
  });

  it('keeps what else is known of a user', () => {
    const [, resolved] = resolveUsernameConflicts([
      { ...managed('ada'), email: 'a@example.org' },
      { ...ldap('ada'), email: 'b@example.org' },
    ]);
    expect(resolved).toEqual({ ...ldap('ada-CONFLICT-LDAP'), email: 'b@example.org' });
  });

  it('is recognised by its suffix', () => {
    expect(isReservedUsername('ada-CONFLICT-LDAP')).toBe(true);
    expect(isReservedUsername('ada-CONFLICT-OIDC')).toBe(true);
    expect(isReservedUsername('ada-CONFLICT-LDAP-x')).toBe(false);
    expect(isReservedUsername('ada')).toBe(false);
  });
});
