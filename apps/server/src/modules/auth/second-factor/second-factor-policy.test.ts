import type { Permission } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { mustHaveSecondFactor, type RequiredFor } from './second-factor-policy.ts';

describe('A second factor is required', () => {
  const user: Permission[] = ['VIEW_PORTFOLIO', 'ACCESS_MANAGEMENT_UPDATE'];
  const administrator: Permission[] = ['ACCESS_MANAGEMENT'];

  it.each<[RequiredFor, 'MANAGED' | 'LDAP' | 'OIDC', Permission[], boolean]>([
    ['none', 'MANAGED', administrator, false],
    ['administrators', 'MANAGED', administrator, true],
    ['administrators', 'MANAGED', user, false],
    ['administrators', 'LDAP', administrator, false],
    ['all', 'MANAGED', user, true],
    ['all', 'OIDC', administrator, false],
  ])('with %s of a user of kind %s with %j: %s', (required, kind, permissions, expected) => {
    expect(mustHaveSecondFactor(required, { kind, permissions })).toBe(expected);
  });
});
