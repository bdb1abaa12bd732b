import { type Permission, permissionNames } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { requireMayGive } from './may-give.ts';

const giving = (held: Permission[], given: Permission[]) => () =>
  requireMayGive({ permissions: new Set(held) }, given);

const PARTS = ['CREATE', 'READ', 'UPDATE', 'DELETE'] as const;
const allParts = PARTS.map((part): Permission => `ACCESS_MANAGEMENT_${part}`);

describe('giving permissions', () => {
  it.each<[string, Permission[], Permission[]]>([
    ['anything with the whole ACCESS_MANAGEMENT', ['ACCESS_MANAGEMENT'], permissionNames],
    ['nothing with nothing', [], []],
    ['what the caller has', ['ACCESS_MANAGEMENT_UPDATE', 'BOM_UPLOAD'], ['BOM_UPLOAD']],
    ['the part the caller has', ['ACCESS_MANAGEMENT_UPDATE'], ['ACCESS_MANAGEMENT_UPDATE']],
  ])('is allowed: %s', (_, held, given) => {
    expect(giving(held, given)).not.toThrow();
  });

  it.each<[string, Permission[], Permission[], Permission[]]>([
    ['what the caller lacks', ['ACCESS_MANAGEMENT_UPDATE'], ['BOM_UPLOAD'], ['BOM_UPLOAD']],
    ['the whole with all parts', allParts, ['ACCESS_MANAGEMENT'], ['ACCESS_MANAGEMENT']],
    [
      'a part with a whole of another name',
      ['ACCESS_MANAGEMENT_UPDATE', 'PORTFOLIO_MANAGEMENT'],
      ['PORTFOLIO_MANAGEMENT_READ'],
      ['PORTFOLIO_MANAGEMENT_READ'],
    ],
    [
      'more than the caller has, naming only what is missing',
      ['ACCESS_MANAGEMENT_CREATE', 'BOM_UPLOAD'],
      ['VIEW_PORTFOLIO', 'BOM_UPLOAD', 'TAG_MANAGEMENT'],
      ['TAG_MANAGEMENT', 'VIEW_PORTFOLIO'],
    ],
  ])('is refused: %s', (_, held, given, missingPermissions) => {
    expect(giving(held, given)).toThrow(
      expect.objectContaining({
        kind: 'forbidden',
        message: expect.stringContaining(`Missing: ${missingPermissions.join(', ')}.`),
        extras: { members: { missingPermissions } },
      }),
    );
  });
});
