import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, identityHash } from './component-identity.ts';

describe('the identity of a component', () => {
  const component = { purl: 'pkg:npm/a@1', name: 'a', version: '1', group: null };

  it('is the same if a part is absent or null', () => {
    expect(identityHash(component)).toBe(identityHash({ purl: 'pkg:npm/a@1', name: 'a', version: '1' }));
  });

  it('differs if any part differs', () => {
    const others = [
      { ...component, purl: 'pkg:npm/a@1?x=y' },
      { ...component, cpe: 'cpe:/a:a:a:1' },
      { ...component, swidTagId: 'x' },
      { ...component, group: 'a' },
      { ...component, name: 'b' },
      { ...component, version: '2' },
      { ...component, group: 'a1', version: null },
      { ...component, name: 'a1', version: null },
    ];
    expect(new Set([component, ...others].map(identityHash)).size).toBe(others.length + 1);
  });

  it('is the same for CPE 2.2 and 2.3 spellings of one name', () => {
    expect(identityHash({ ...component, cpe: 'cpe:/a:acme:rocket:1.0' })).toBe(
      identityHash({ ...component, cpe: 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*' }),
    );
  });

  it('is a signed 64-bit number', () => {
    expect(BigInt.asIntN(64, identityHash(component))).toBe(identityHash(component));
  });
});

describe('the content of a component', () => {
  it('is the same for members in any order', () => {
    const members = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.constant(null), fc.array(fc.integer())),
    );
    fc.assert(
      fc.property(members, (content) => {
        const turned = Object.fromEntries(Object.entries(content).toReversed());
        expect(contentHash(turned)).toBe(contentHash(content));
      }),
    );
  });

  it('differs between a list and an object with its indexes, and between absent and empty', () => {
    const contents = [{ a: ['x'] }, { a: { 0: 'x' } }, { a: '' }, { a: [] }, { a: [null] }, {}];
    expect(new Set(contents.map(contentHash)).size).toBe(contents.length);
  });

  it('does not depend on the order of members, nor on members without a value', () => {
    const supplier = { name: 'Example', urls: ['https://example.org'] };
    const turned = { urls: ['https://example.org'], name: 'Example', contacts: undefined };
    expect(contentHash({ name: 'a', supplier })).toBe(
      contentHash({ supplier: turned, notes: null, name: 'a' }),
    );
  });

  it('depends on the order of lists', () => {
    expect(contentHash({ tags: ['a', 'b'] })).not.toBe(contentHash({ tags: ['b', 'a'] }));
  });
});
