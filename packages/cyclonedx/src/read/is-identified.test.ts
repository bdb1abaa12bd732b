import { describe, expect, it } from 'vitest';
import { isIdentified, keepsLists } from './is-identified.ts';

describe('an item says what it is about', () => {
  it.each([
    ['a name', { name: 'a' }],
    ['a name and flaws elsewhere', { name: 'a', type: 7, licenses: 'MIT', surprise: true }],
    ['nulls for what is not known', { name: 'a', version: null, purl: null, swid: null, components: null }],
    ['a SWID tag', { name: 'a', swid: { tagId: 't' } }],
  ])('with %s', (_what, item) => {
    expect(isIdentified('components', item)).toBe(true);
  });

  it.each([
    ['no object', 'a'],
    ['null', null],
    ['no name', { purl: 'pkg:npm/a@1' }],
    ['a blank name', { name: '  ' }],
    ['a name that is no text', { name: 7 }],
    ['a version that is no text: 1.10 and 1.1 are one number', { name: 'a', version: 1.1 }],
    ['a package URL that is no text', { name: 'a', purl: ['pkg:npm/a@1'] }],
    ['a CPE name that is no text', { name: 'a', cpe: {} }],
    ['a reference that is no text', { name: 'a', 'bom-ref': 7 }],
    ['a SWID tag that is no text', { name: 'a', swid: { tagId: 7 } }],
    ['nested components that are no list', { name: 'a', components: {} }],
  ])('but not with %s', (_what, item) => {
    expect(isIdentified('components', item)).toBe(false);
  });

  it('and so do services, which have services in them', () => {
    expect(isIdentified('services', { name: 'a', components: {} })).toBe(true);
    expect(isIdentified('services', { name: 'a', services: {} })).toBe(false);
    expect(isIdentified('services', { endpoints: [] })).toBe(false);
  });

  it('and items of other lists identify nothing', () => {
    expect(isIdentified('dependencies', 'nonsense')).toBe(true);
  });
});

describe('a document keeps its components', () => {
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
