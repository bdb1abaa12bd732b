import type { Permission } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../platform/http/principal.ts';
import { isOwnView, listOpenPages, mayDeleteView, mayUpdateView } from './view-rights.ts';

const ME = 7;

function userWith(...permissions: Permission[]): Principal {
  return { kind: 'user', id: ME, name: 'me', permissions: new Set(permissions), teamIds: [] };
}

describe('Rights on saved views', () => {
  it.each<[Permission[], string[]]>([
    [[], []],
    [['PORTFOLIO_MANAGEMENT', 'VIEW_PORTFOLIO'], []],
    [['VIEW_VULNERABILITY'], ['findings']],
  ])('with %j a user may open the pages %j', (permissions, pages) => {
    expect(listOpenPages(userWith(...permissions))).toEqual(pages);
  });

  it.each<[Permission[], number | null, boolean, boolean]>([
    [[], ME, true, true],
    [[], ME + 1, false, false],
    [[], null, false, false],
    [['VIEW_VULNERABILITY', 'ACCESS_MANAGEMENT'], ME + 1, false, false],
    [['PORTFOLIO_MANAGEMENT'], ME + 1, true, true],
    [['PORTFOLIO_MANAGEMENT'], null, true, true],
    [['PORTFOLIO_MANAGEMENT_UPDATE'], ME + 1, true, false],
    [['PORTFOLIO_MANAGEMENT_DELETE'], null, false, true],
  ])('with %j a view of owner %j: update %j, delete %j', (permissions, ownerId, update, remove) => {
    const principal = userWith(...permissions);
    expect(mayUpdateView(principal, { ownerId })).toBe(update);
    expect(mayDeleteView(principal, { ownerId })).toBe(remove);
    expect(isOwnView(principal, { ownerId })).toBe(ownerId === ME);
  });
});
