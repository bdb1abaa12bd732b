import { intervalContains, keyIntervals, parseVers, schemeOfPurlType, sortKey } from '@tallyman/versions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { versToBounds } from './vers-to-bounds.ts';
import { toKeyInterval } from './version-keys.ts';

describe('a version range specifier in words', () => {
  it.each([
    ['vers:npm/*', [{}]],
    ['vers:npm/1.0.0', [{ version: '1.0.0' }]],
    ['vers:npm/>=1.0.0|<2.0.0', [{ versionStartIncluding: '1.0.0', versionEndExcluding: '2.0.0' }]],
    ['vers:npm/>1.0.0|<=2.0.0', [{ versionStartExcluding: '1.0.0', versionEndIncluding: '2.0.0' }]],
    ['vers:npm/<1.0.0|>=2.0.0', [{ versionEndExcluding: '1.0.0' }, { versionStartIncluding: '2.0.0' }]],
    [
      'vers:npm/>=1.0.0|!=1.5.0|<2.0.0',
      [
        { versionStartIncluding: '1.0.0', versionEndExcluding: '1.5.0' },
        { versionStartExcluding: '1.5.0', versionEndExcluding: '2.0.0' },
      ],
    ],
  ])('%s', (text, bounds) => {
    expect(versToBounds(parseVers(text))).toEqual(bounds);
  });

  it('means the same versions', () => {
    const constraint = fc.record({
      comparator: fc.constantFrom(
        '=' as const,
        '!=' as const,
        '<' as const,
        '<=' as const,
        '>' as const,
        '>=' as const,
      ),
      version: fc.nat(9).map((n) => `${n}.0.0`),
    });
    fc.assert(
      fc.property(fc.array(constraint, { minLength: 1, maxLength: 5 }), fc.nat(9), (constraints, asked) => {
        const vers = { scheme: 'npm', order: schemeOfPurlType('npm'), constraints };
        const key = sortKey(schemeOfPurlType('npm'), `${asked}.0.0`);
        const inWords = versToBounds(vers).map((bounds) => toKeyInterval('semver', bounds));
        const has = (intervals: readonly ReturnType<typeof toKeyInterval>[]) =>
          intervals.some((interval) => intervalContains(interval, key));
        expect(has(inWords)).toBe(has(keyIntervals(vers)));
      }),
    );
  });
});
