import { describe, expect, it } from 'vitest';
import { readClaims, toIdentity } from './to-identity.ts';

const NAMES = { usernameClaim: 'name', teamsClaim: 'groups' };

describe('Claims', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    [['a', 1, null, { b: 1 }], ['a']],
    [{ a: true }, undefined],
    [undefined, undefined],
  ])('groups %j are read as %j', (groups, expected) => {
    expect(readClaims({ groups }, NAMES).groups).toEqual(expected);
  });

  it.each([
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['realm_access.roles', { 'realm_access.roles': ['b'], realm_access: { roles: ['a'] } }, ['b']],
    ['https://example.org/groups', { 'https://example.org/groups': ['c'] }, ['c']],
    ['constructor.name', {}, undefined],
    ['a.b.c', { a: { b: null } }, undefined],
  ])('the claim %s of %j is %j', (teamsClaim, claims, expected) => {
    expect(readClaims(claims, { ...NAMES, teamsClaim }).groups).toEqual(expected);
  });

  it.each(['', '  ', 7, null])('a name %j counts as missing', (name) => {
    expect(readClaims({ name }, NAMES).username).toBeUndefined();
  });
});

describe('An identity', () => {
  it('takes from the user information only what the ID token lacks', () => {
    const token = readClaims({ name: ' ada ', groups: ['a'] }, NAMES);
    const info = readClaims({ name: 'other', email: 'ada@example.org', groups: ['b'] }, NAMES);
    expect(toIdentity('1', token, info)).toEqual({
      subject: '1',
      username: 'ada',
      fullname: 'ada',
      email: 'ada@example.org',
      groups: ['a'],
    });
  });

  it('has no groups without a claim of groups, and is refused without a name', () => {
    expect(toIdentity('1', readClaims({ name: 'ada' }, NAMES))?.groups).toEqual([]);
    expect(toIdentity('1', readClaims({}, NAMES), readClaims({}, NAMES))).toBeUndefined();
  });
});
