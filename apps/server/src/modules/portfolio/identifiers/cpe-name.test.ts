import { findCpe, formatCpe } from '@tallyman/cpe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCpeName, toCpeSpellings, toStoredCpeName } from './cpe-name.ts';

describe('normalised CPE names', () => {
  it.each([
    ['cpe:/a:acme:rocket:1.0', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*'],
    ['cpe:/a:acme:rocket:1.0:update1', 'cpe:2.3:a:acme:rocket:1.0:update1:*:*:*:*:*:*'],
    ['cpe:/a:acme:rocket:1.0::~~~node.js~~', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:node.js:*:*'],
    ['CPE:/a:Acme:Rocket:1.0', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*'],
    ['cpe:/a:acme:rocket%2b:1.0', 'cpe:2.3:a:acme:rocket\\+:1.0:*:*:*:*:*:*:*'],
  ])('are equal for the spellings %s and %s', (one, other) => {
    expect(toCpeName(one)).toBe(toCpeName(other));
  });

  it('differ if one is more specific', () => {
    expect(toCpeName('cpe:/a:acme:rocket')).not.toBe(toCpeName('cpe:/a:acme:rocket:1.0'));
    expect(toCpeName('cpe:/a:acme:rocket:-')).not.toBe(toCpeName('cpe:/a:acme:rocket'));
  });

  it('have a CPE 2.2 and a CPE 2.3 spelling', () => {
    const spellings = ['cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*', 'cpe:/a:acme:rocket:1.0'];
    for (const one of spellings) expect(toCpeSpellings(one).toSorted()).toEqual(spellings.toSorted());
  });

  it('are the trimmed text for text that is not a CPE name', () => {
    expect(toCpeName(' nonsense ')).toBe('nonsense');
    expect(toCpeSpellings('nonsense')).toEqual(['nonsense']);
  });

  it('are stored only if they differ from the text', () => {
    expect(toStoredCpeName(null)).toBeNull();
    expect(toStoredCpeName('cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*')).toBeNull();
    expect(toStoredCpeName('cpe:/a:acme:rocket:1.0')).toBe('cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*');
    expect(toStoredCpeName('nonsense')).toBeNull();
  });

  it('are equal for every spelling, and normalised once', () => {
    const value = fc.stringMatching(/^[a-zA-Z0-9._+/-]{1,6}$/).filter((text) => text !== '-');
    fc.assert(
      fc.property(value, value, value, (vendor, product, version) => {
        const cpe = findCpe(`cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`);
        if (!cpe) return;
        const name = toCpeName(formatCpe(cpe));
        expect(toCpeName(formatCpe(cpe, 'uri'))).toBe(name);
        expect(toCpeName(formatCpe(cpe).toUpperCase())).toBe(name);
        expect(toCpeName(name)).toBe(name);
      }),
    );
  });
});
