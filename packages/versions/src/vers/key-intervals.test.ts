import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from '../compare.ts';
import { sortKey } from '../sort-key.ts';
import { intervalContains, keyIntervals } from './key-intervals.ts';
import { parseVers } from './parse-vers.ts';

const version = fc.nat(12).map((n) => `${n}`);
const constraint = fc
  .tuple(fc.constantFrom('', '!=', '<', '<=', '>', '>='), version)
  .map((parts) => parts.join(''));
const range = fc
  .array(constraint, { minLength: 1, maxLength: 8 })
  .map((parts) => `vers:npm/${parts.join('|')}`);

describe('the key intervals of a range', () => {
  it('are ascending, disjoint and not empty', () => {
    fc.assert(
      fc.property(range, (text) => {
        const intervals = keyIntervals(read(text));
        for (const [index, { from, to }] of intervals.entries()) {
          const next = intervals[index + 1];
          if (to) expect(compareKeys(from, to)).toBe(-1);
          if (next) expect(to && compareKeys(to, next.from)).toBe(-1);
        }
      }),
    );
  });

  it('hold every version that is named as equal', () => {
    fc.assert(
      fc.property(range, version, (text, named) => {
        const intervals = keyIntervals(read(`${text}|${named}`));
        expect(intervals.some((interval) => intervalContains(interval, sortKey('semver', named)))).toBe(true);
      }),
    );
  });

  it('are one interval from key to key for two bounds', () => {
    expect(keyIntervals(read('vers:npm/>=1.0.0|<2.0.0'))).toEqual([
      { from: sortKey('semver', '1.0.0'), to: sortKey('semver', '2.0.0') },
    ]);
  });
});

function read(text: string) {
  const vers = parseVers(text);
  if (!vers) throw new Error(`no range: ${text}`);
  return vers;
}
