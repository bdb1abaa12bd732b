import { describe, expect, it } from 'vitest';
import { isIdentified, keepsLists } from './is-identified.ts';

describe('isIdentified', () => {
  it.each([
    ['a name', { name: 'a' }],
    ['a name and violations in other members', { name: 'a', type: 7, licenses: 'MIT', surprise: true }],
    ['null members', { name: 'a', version: null, purl: null, swid: null, components: null }],
    ['a SWID tag', { name: 'a', swid: { tagId: 't' } }],
  ])('accepts an item with %s', (_what, item) => {
    expect(isIdentified('components', item)).toBe(true);
  });

  it.each([
    ['text instead of an object', 'a'],
    ['null', null],
    ['no name', { purl: 'pkg:npm/a@1' }],
    ['a blank name', { name: '  ' }],
    ['a name that is not text', { name: 7 }],
    ['a version that is not text: 1.10 and 1.1 are the same number', { name: 'a', version: 1.1 }],
    ['a package URL that is not text', { name: 'a', purl: ['pkg:npm/a@1'] }],
    ['a CPE name that is not text', { name: 'a', cpe: {} }],
    ['a reference that is not text', { name: 'a', 'bom-ref': 7 }],
    ['a SWID tag that is not text', { name: 'a', swid: { tagId: 7 } }],
    ['nested components that are not a list', { name: 'a', components: {} }],
  ])('rejects an item with %s', (_what, item) => {
    expect(isIdentified('components', item)).toBe(false);
  });

  it('checks the nested services of services', () => {
    expect(isIdentified('services', { name: 'a', components: {} })).toBe(true);
    expect(isIdentified('services', { name: 'a', services: {} })).toBe(false);
    expect(isIdentified('services', { endpoints: [] })).toBe(false);
  });

  it('accepts all items of other lists', () => {
    expect(isIdentified('dependencies', 'nonsense')).toBe(true);
  });
});

describe('keepsLists', () => {
  it.each([
    [true, {}],
    [true, { components: [], services: [], metadata: { component: { components: [] } } }],
    [true, { components: null, metadata: 7 }],
    [false, { components: {} }],
    [false, { services: 'none' }],
    [false, { metadata: { component: { components: {} } } }],
    [false, []],
  ])('%s: %j', (expected, document) => {
    expect(keepsLists(document)).toBe(expected);
  });
});
