import { compare, intervalContains, type Scheme, sortKey } from '@tallyman/versions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VersionBounds } from '../vulnerability-record.ts';
import { schemeOfBounds, toKeyInterval } from './version-keys.ts';

const contains = (scheme: Scheme, bounds: VersionBounds, version: string) =>
  intervalContains(toKeyInterval(scheme, bounds), sortKey(scheme, version));

describe('the interval of keys', () => {
  it.each<[VersionBounds, string, boolean]>([
    [{}, '0.0.1', true],
    [{ version: '1.0.0' }, '1.0.0', true],
    [{ version: '1.0.0' }, '1.0.1', false],
    [{ versionStartIncluding: '1.0.0' }, '1.0.0', true],
    [{ versionStartExcluding: '1.0.0' }, '1.0.0', false],
    [{ versionStartExcluding: '1.0.0' }, '1.0.1', true],
    [{ versionEndIncluding: '2.0.0' }, '2.0.0', true],
    [{ versionEndExcluding: '2.0.0' }, '2.0.0', false],
    [{ versionEndExcluding: '2.0.0' }, '2.0.0-rc.1', true],
    [{ versionStartIncluding: '2.0.0', versionEndExcluding: '1.0.0' }, '1.5.0', false],
    [{ versionStartIncluding: '2.0.0', versionEndExcluding: '1.0.0' }, '3.0.0', false],
    [{ versionStartIncluding: '2.0.0', versionEndExcluding: '1.0.0' }, '0.5.0', false],
    [{ versionStartIncluding: '1.0.0', versionStartExcluding: '2.0.0' }, '2.0.0', false],
  ])('for %j contains %s: %s', (bounds, version, expected) => {
    expect(contains('semver', bounds, version)).toBe(expected);
  });

  it('contains local versions of its last version for PyPI', () => {
    expect(contains('pypi', { versionEndIncluding: '2.0.1' }, '2.0.1+cu118')).toBe(true);
  });

  it('has a version if and only if all bounds allow it', () => {
    const version = fc.nat(9).map((n) => `${n}.0.0`);
    const bound = fc.option(version, { nil: undefined });
    fc.assert(
      fc.property(bound, bound, bound, bound, version, (from, after, to, before, asked) => {
        const allows =
          (from === undefined || compare('semver', asked, from) >= 0) &&
          (after === undefined || compare('semver', asked, after) > 0) &&
          (to === undefined || compare('semver', asked, to) <= 0) &&
          (before === undefined || compare('semver', asked, before) < 0);
        const bounds = {
          versionStartIncluding: from,
          versionStartExcluding: after,
          versionEndIncluding: to,
          versionEndExcluding: before,
        };
        expect(contains('semver', bounds, asked)).toBe(allows);
      }),
    );
  });

  it('is in the generic order when the scheme cannot read a bound', () => {
    expect(schemeOfBounds('pypi', { versionEndExcluding: '2.0' })).toBe('pypi');
    expect(schemeOfBounds('pypi', { versionEndExcluding: 'not a version' })).toBe('generic-nvd');
  });
});
