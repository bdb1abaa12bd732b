import { expect, test } from 'vitest';
import { checkOwners, checkTableOwnership, listCreatedTables } from './check-table-ownership.ts';
import type { PlacedTableUse } from './list-table-uses.ts';

const owners = { platform: ['secret'], low: ['tag'], high: ['alert'] };
const imports = { low: [], high: ['low'] };

const check = (path: string, use: Omit<PlacedTableUse, 'line'>, exceptions: Record<string, string> = {}) =>
  checkTableOwnership([{ path, uses: [{ ...use, line: 7 }] }], { owners, imports, exceptions });

const LOW = 'apps/server/src/modules/low/tag-store.ts';
const HIGH = 'apps/server/src/modules/high/rules/alert-store.ts';

test.each([
  ['writes its own table', HIGH, 'write', 'alert'],
  ['reads its own table', HIGH, 'read', 'alert'],
  ['reads a table of a module that it may import', HIGH, 'read', 'tag'],
  ['reads a table of the platform', LOW, 'read', 'secret'],
  ['uses a name that is no table', LOW, 'write', 'staged'],
] as const)('allows a module that %s', (_, path, access, table) => {
  expect(check(path, { access, table })).toEqual([]);
});

test.each([
  ['writes a table of a module that it may import', HIGH, 'write', 'tag', 'high may not write tag of low'],
  [
    'reads a table of a module that it may not import',
    LOW,
    'read',
    'alert',
    'low may not read alert of high',
  ],
  ['writes a table of the platform', LOW, 'write', 'secret', 'low may not write secret of platform'],
] as const)('refuses a module that %s', (_, path, access, table, message) => {
  expect(check(path, { access, table })).toEqual([`${path}:7: ${message}`]);
});

test('rejects a platform file that reads a table of a module', () => {
  const path = 'apps/server/src/platform/db/some-store.ts';
  expect(check(path, { access: 'read', table: 'tag' })).toEqual([
    `${path}:7: platform may not read tag of low`,
  ]);
});

test('allows an exception, and rejects an unused one', () => {
  const exception = `${LOW} read alert`;
  expect(check(LOW, { access: 'read', table: 'alert' }, { [exception]: 'why' })).toEqual([]);
  expect(check(LOW, { access: 'read', table: 'tag' }, { [exception]: 'why' })).toEqual([
    `The exception is not needed: ${exception}`,
  ]);
});

test('every table has exactly one owner', () => {
  expect(checkOwners(['secret', 'tag', 'alert'], owners)).toEqual([]);
  expect(checkOwners(['secret', 'tag', 'team'], { ...owners, other: ['tag'] })).toEqual([
    'team has no owner',
    'alert is owned but does not exist',
    'tag has two owners',
  ]);
});

test('lists the tables that migrations create, rename and drop', () => {
  expect(
    listCreatedTables([
      'create table tag (\n);\ncreate unlogged table if not exists lane (id int);\ncreate table team ();',
      'create temp table staged ();\nDROP TABLE lane;\nalter table team rename to crew;\nalter table tag add column x int;',
    ]),
  ).toEqual(['tag', 'crew']);
});
