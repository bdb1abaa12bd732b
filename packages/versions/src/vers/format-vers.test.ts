import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatVers } from './format-vers.ts';
import { parseVers } from './parse-vers.ts';

const canonical = [
  'vers:npm/1.2.3|>=2.0.0|<5.0.0',
  'vers:gem/>=2.2.0|!=2.2.1|<2.3.0',
  'vers:deb/*',
  'vers:all/*',
  'vers:pypi/<1.0|>=2.0',
  'vers:generic/!=1.0',
  'vers:npm/1.0%252F0',
  'vers:lexicographic/%C3%A4',
  'vers:datetime/>=2024-01-01T00:00:00Z|<2024-02-01T00:00:00Z',
];

function canonicalise(text: string): string | undefined {
  const vers = parseVers(text);
  return vers && formatVers(vers);
}

describe('formatVers', () => {
  it.each(canonical)('writes the canonical range %s back unchanged', (text) => {
    expect(canonicalise(text)).toBe(text);
  });

  it.each([
    ['VERS:NPM/<2.0.0 | >=1.0.0', 'vers:npm/>=1.0.0|<2.0.0'],
    ['vers:npm/||=1.0.0||1.0.0|', 'vers:npm/1.0.0'],
    ['vers:npm/==1.0.0', 'vers:npm/1.0.0'],
    ['vers:pypi/>=1.0|*', 'vers:pypi/*'],
    ['vers:pypi/<1.0|<2.0', 'vers:pypi/<1.0|<2.0'],
    ['vers:npm/1.0%7c0', 'vers:npm/1.0%7C0'],
    ['vers:npm/1.0%2', 'vers:npm/1.0%252'],
    ['vers:lexicographic/ä', 'vers:lexicographic/%C3%A4'],
  ])('writes %s in the canonical form %s', (text, expected) => {
    expect(canonicalise(text)).toBe(expected);
  });

  it.each([
    '',
    'vers:',
    'vers:npm',
    'vers:npm/',
    'vers:npm/|',
    'vers:npm/>=',
    'vers:1npm/1.0',
    'npm/1.0',
    '>=1.0',
  ])('has nothing to write for %j, which parseVers rejects', (text) => {
    expect(parseVers(text)).toBeUndefined();
  });

  it('encodes every version so that parseVers restores it', () => {
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
