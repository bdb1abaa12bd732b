import { expect, test } from 'vitest';
import { readings } from './get-project-by-reference.ts';

test.each([
  ['acme', [{ name: 'acme' }]],
  ['acme:1.0', [{ name: 'acme', version: '1.0' }, { name: 'acme:1.0' }]],
  ['org:acme:1.0', [{ name: 'org:acme', version: '1.0' }, { name: 'org:acme:1.0' }]],
  [':1.0', [{ name: ':1.0' }]],
  ['acme:', [{ name: 'acme:' }]],
])('"%s" is read as name and version, then as a name', (reference, expected) => {
  expect(readings(reference)).toEqual(expected);
});
