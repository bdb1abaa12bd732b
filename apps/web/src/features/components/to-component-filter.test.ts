import { expect, test } from 'vitest';
import { toComponentFilter } from './to-component-filter.ts';

test.each([
  ['lodash', { name_contains: 'lodash' }],
  ['pkg:npm/lodash@4', { purl_prefix: 'pkg:npm/lodash@4' }],
  ['pkg:npm', { name_contains: 'pkg:npm' }],
  ['cpe:2.3:a:apache:log4j', { cpe: 'cpe:2.3:a:apache:log4j' }],
  ['A'.repeat(40), { hash: 'A'.repeat(40), hash_type: 'SHA1' }],
  ['deadbeef', { name_contains: 'deadbeef' }],
])('reads "%s"', (text, filter) => {
  expect(toComponentFilter(text)).toEqual(filter);
});
