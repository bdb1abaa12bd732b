import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalVers, formatVers } from './format-vers.ts';
import { parseVers } from './parse-vers.ts';
import { VersError } from './vers.ts';

describe('canonicalVers', () => {
  it.each([
    ['VERS:NPM/<2.0.0 | >=1.0.0', 'vers:npm/>=1.0.0|<2.0.0'],
    ['vers:npm/||=1.0.0||1.0.0|', 'vers:npm/1.0.0'],
    ['vers:npm/==1.0.0', 'vers:npm/1.0.0'],
    ['vers:pypi/>=1.0|*', 'vers:pypi/*'],
    ['vers:pypi/<1.0|<2.0', 'vers:pypi/<1.0|<2.0'],
    ['vers:npm/1.0%7c0', 'vers:npm/1.0%7C0'],
    ['vers:lexicographic/ä', 'vers:lexicographic/%C3%A4'],
  ])('brings %s into the form %s', (text, expected) => {
    expect(canonicalVers(text)).toBe(expected);
  });

  it.each(['', 'vers:', 'vers:npm/', 'vers:npm/|', 'vers:npm/>=', '>=1.0'])('refuses %j', (text) => {
    expect(() => canonicalVers(text)).toThrow(VersError);
  });

  it('encodes every version so that it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const version = text.toWellFormed().replace(/[\s\p{Cc}]/gu, '-');
        const vers = {
          scheme: 'lexicographic',
          order: 'lexicographic',
          constraints: [{ comparator: '<', version }],
        } as const;
        expect(parseVers(formatVers(vers))).toEqual(vers);
      }),
    );
  });
});
