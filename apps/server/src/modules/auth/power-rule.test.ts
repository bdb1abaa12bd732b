import type { Permission } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { findMissingPower } from './power-rule.ts';

interface Row {
  readonly rule: string;
  readonly held: readonly Permission[];
  readonly permissions: readonly Permission[];
  readonly seesMore?: boolean;
  readonly beyond: readonly Permission[] | 'nothing';
}

const rows: Row[] = [
  {
    rule: 'full ACCESS_MANAGEMENT reaches everything',
    held: ['ACCESS_MANAGEMENT'],
    permissions: ['SYSTEM_CONFIGURATION', 'ACCESS_MANAGEMENT', 'BOM_UPLOAD'],
    seesMore: true,
    beyond: 'nothing',
  },
  {
    rule: 'nothing is always within reach',
    held: [],
    permissions: [],
    beyond: 'nothing',
  },
  {
    rule: 'what the caller holds is within reach',
    held: ['ACCESS_MANAGEMENT_UPDATE', 'BOM_UPLOAD', 'VIEW_PORTFOLIO'],
    permissions: ['VIEW_PORTFOLIO', 'BOM_UPLOAD'],
    beyond: 'nothing',
  },
  {
    rule: 'what the caller does not hold is beyond it, named once and in order',
    held: ['ACCESS_MANAGEMENT_UPDATE', 'BOM_UPLOAD'],
    permissions: ['VIEW_PORTFOLIO', 'BOM_UPLOAD', 'POLICY_MANAGEMENT', 'VIEW_PORTFOLIO'],
    beyond: ['POLICY_MANAGEMENT', 'VIEW_PORTFOLIO'],
  },
  {
    rule: 'the four parts do not make the whole',
    held: [
      'ACCESS_MANAGEMENT_CREATE',
      'ACCESS_MANAGEMENT_READ',
      'ACCESS_MANAGEMENT_UPDATE',
      'ACCESS_MANAGEMENT_DELETE',
    ],
    permissions: ['ACCESS_MANAGEMENT'],
    beyond: ['ACCESS_MANAGEMENT'],
  },
  {
    rule: 'the whole of another permission does not stand for its parts',
    held: ['ACCESS_MANAGEMENT_UPDATE', 'POLICY_MANAGEMENT'],
    permissions: ['POLICY_MANAGEMENT_READ'],
    beyond: ['POLICY_MANAGEMENT_READ'],
  },
  {
    rule: 'whoever sees more projects is beyond the caller, whatever permissions it holds',
    held: ['ACCESS_MANAGEMENT_UPDATE', 'VIEW_PORTFOLIO'],
    permissions: ['VIEW_PORTFOLIO'],
    seesMore: true,
    beyond: [],
  },
];

describe('Power over access', () => {
  it.each(rows)('$rule', ({ held, permissions, seesMore = false, beyond }) => {
    const expected = beyond === 'nothing' ? undefined : { missingPermissions: beyond, seesMore };
    expect(findMissingPower(new Set(held), { permissions, seesMore })).toEqual(expected);
  });
});
