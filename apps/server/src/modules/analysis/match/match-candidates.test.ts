import { sortKey } from '@tallyman/versions';
import { describe, expect, it } from 'vitest';
import { matchPackage } from './match-candidates.ts';

const unbounded = {
  version: null,
  version_start_including: null,
  version_start_excluding: null,
  version_end_including: null,
  version_end_excluding: null,
};

/** For a version that cannot be parsed in the scheme of its type. */
const matches = (version: string, bounds: Partial<Record<keyof typeof unbounded, string>>) =>
  matchPackage({
    ...unbounded,
    ...bounds,
    purl_type: 'npm',
    distro: null,
    component_version: version,
    component_scheme: null,
    component_distro: null,
    generic_key: sortKey('generic-nvd', version),
  });

describe('A version that cannot be parsed in the scheme of its type', () => {
  it('is compared generically', () => {
    expect(matches('1.0_1', { version_end_excluding: '2.0' })).toBe(true);
    expect(matches('3.0_1', { version_end_excluding: '2.0' })).toBe(false);
  });

  it('without digits is affected only if all versions or exactly that one are', () => {
    expect(matches('latest', { version_end_excluding: '2.0' })).toBe(false);
    expect(matches('latest', { version_start_including: '1.0' })).toBe(false);
    expect(matches('latest', {})).toBe(true);
    expect(matches('latest', { version: 'latest' })).toBe(true);
    expect(matches('latest', { version: '1.0' })).toBe(false);
    expect(matches('latest', { version_end_including: 'latest' })).toBe(false);
  });
});
