import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, compareKeys } from './compare.ts';
import { maxKeyLength } from './key/key-writer.ts';
import { type Scheme, schemes } from './scheme.ts';
import { isReadable, sortKey } from './sort-key.ts';

const fragments = [
  '0',
  '00',
  '1',
  '2',
  '10',
  '007',
  '112',
  '255',
  '256',
  '65536',
  '99999999999999',
  '123456789012345678',
];
const words = [
  'a',
  'b',
  'alpha',
  'beta',
  'rc',
  'RC',
  'pre',
  'dev',
  'post',
  'p',
  'r',
  'x',
  'sp',
  'final',
  'ga',
  'SNAPSHOT',
  'el8',
];
const separators = ['.', '-', '_', '+', '~', '^', ':', '!', '', ' ', '..', '*'];

const piece = fc
  .tuple(fc.constantFrom(...separators), fc.constantFrom(...fragments, ...words))
  .map((parts) => parts.join(''));
const versionLike = fc
  .tuple(fc.constantFrom('', 'v', '1', '1.0', '2.1.', '1:'), fc.array(piece, { maxLength: 5 }))
  .map(([start, pieces]) => start + pieces.join(''));
const version = fc.oneof(
  { weight: 4, arbitrary: versionLike },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const digits = fc.stringMatching(/^[1-9][0-9]{0,60}$/);

const everyNumberCounts: readonly Scheme[] = schemes.filter(
  (scheme) => scheme !== 'datetime' && scheme !== 'lexicographic',
);

describe('sort keys', () => {
  for (const scheme of schemes) {
    it(`order any texts totally, as compare does for ${scheme}`, () => {
      fc.assert(
        fc.property(version, version, version, (a, b, c) => {
          const [ka, kb, kc] = [sortKey(scheme, a), sortKey(scheme, b), sortKey(scheme, c)];
          expect(compareKeys(ka, sortKey(scheme, a))).toBe(0);
          expect(compare(scheme, a, b)).toBe(compareKeys(ka, kb));
          expect(compareKeys(ka, kb) + compareKeys(kb, ka)).toBe(0);
          if (compareKeys(ka, kb) <= 0 && compareKeys(kb, kc) <= 0)
            expect(compareKeys(ka, kc)).toBeLessThanOrEqual(0);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('compare numbers of any length by value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyNumberCounts), digits, digits, (scheme, a, b) => {
        const expected = BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b));
        expect(compare(scheme, a, b)).toBe(expected);
        expect(compare(scheme, `1.${a}.2`, `1.${b}.1`)).toBe(expected || 1);
      }),
    );
  });

  it('sort unreadable versions below readable ones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemes), version, version, (scheme, a, b) => {
        if (isReadable(scheme, a) || !isReadable(scheme, b)) return;
        expect(compare(scheme, a, b)).toBe(-1);
      }),
    );
  });

  it('have a bounded length and differ for long versions', () => {
    for (const scheme of schemes) {
      const long = `1${'.1'.repeat(5_000)}`;
      const key = sortKey(scheme, long);
      expect(key.length).toBeLessThanOrEqual(maxKeyLength);
      expect(compareKeys(key, sortKey(scheme, `${long}7`))).not.toBe(0);
    }
  });

  it('are built in linear time, whatever the text', () => {
    const patterns = [
      '1',
      '0',
      '.',
      '-',
      '~',
      'a',
      'é',
      '1.',
      '0.',
      'a1',
      '1-a.',
      '+a',
      '_p',
      '_alpha',
      '.dev',
      '.0rc',
    ];
    for (const scheme of schemes) {
      for (const pattern of patterns) {
        const key = sortKey(scheme, `1${pattern.repeat(65_536 / pattern.length)}x`);
        expect(key.length).toBeLessThanOrEqual(maxKeyLength);
      }
      expect(sortKey(scheme, '1'.repeat(1 << 20)).length).toBe(maxKeyLength);
    }
  });
});
