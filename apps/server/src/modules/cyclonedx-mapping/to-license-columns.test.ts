import type { LicenseChoice } from '@tallyman/cyclonedx';
import { expect, test } from 'vitest';
import { toLicenseTable } from '../licenses/license-table.ts';
import { toLicenseColumns } from './to-license-columns.ts';

const table = toLicenseTable([
  { id: 1, uuid: 'a', licenseId: 'MIT', name: 'MIT License' },
  { id: 2, uuid: 'b', licenseId: 'Apache-2.0', name: 'Apache License 2.0' },
  { id: 3, uuid: 'c', licenseId: 'House', name: 'House rules' },
]);

type Columns = [id: number | null, name: string | null, expression: string | null, url: string | null];

const cases: [string, LicenseChoice[], Columns][] = [
  ['none', [], [null, null, null, null]],
  ['an id', [{ license: { id: 'MIT', url: 'u' } }], [1, null, null, 'u']],
  ['a name', [{ license: { name: 'apache license 2.0' } }], [2, null, null, null]],
  ['an id as name', [{ license: { name: 'MIT' } }], [1, null, null, null]],
  ['a custom licence', [{ license: { name: 'House rules' } }], [3, null, null, null]],
  ['an unknown name', [{ license: { name: 'Mine', url: 'u' } }], [null, 'Mine', null, 'u']],
  ['an unknown id', [{ license: { id: 'New-1.0' } }], [null, 'New-1.0', null, null]],
  ['the first known one', [{ license: { name: 'Mine' } }, { license: { id: 'MIT' } }], [1, null, null, null]],
  ['an expression', [{ expression: 'MIT OR Apache-2.0' }], [null, null, 'MIT OR Apache-2.0', null]],
  ['an expression of one licence', [{ expression: 'MIT' }], [1, null, null, null]],
  ['a licence or a later version of it', [{ expression: 'MIT+' }], [null, null, 'MIT+', null]],
  ['an invalid expression', [{ expression: 'MIT OR' }], [null, null, null, null]],
];

test.each(cases)('%s', (_what, choices, [license_id, license_name, license_expression, license_url]) => {
  const columns = { license_id, license_name, license_expression, license_url };
  expect(toLicenseColumns(choices, table)).toEqual(columns);
});
