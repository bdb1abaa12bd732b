import { sortKey } from '@tallyman/versions';
import { describe, expect, it } from 'vitest';
import { matchCpe, matchPackage } from './match-candidates.ts';

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

describe('A package of a version that SQL has compared', () => {
  const candidate = {
    ...unbounded,
    purl_type: 'rpm',
    component_version: '1.0-3.el8',
    component_scheme: 'rpm',
    generic_key: null,
    component_distro: null,
    distro: null,
  };

  it.each([
    ['matches', {}, true],
    ['does not match a statement for another release', { distro: 'rhel-9' }, false],
    ['does not match bounds for another release', { version_end_excluding: '1.0-4.el9' }, false],
    ['matches by its own release', { distro: 'rhel-9', component_distro: 'redhat-9.4' }, true],
    ['without a key that could be compared generically does not match', { component_scheme: null }, false],
  ])('%s', (_, more, expected) => {
    expect(matchPackage({ ...candidate, ...more })).toBe(expected);
  });
});

describe('A component with a CPE', () => {
  const { version: _, ...bounds } = unbounded;
  const name = (text: string) => `cpe:2.3:a:acme:${text}${':*'.repeat(8 - text.split(':').length + 1)}`;

  it.each([
    ['matches the same name', 'app:1.0', 'app:1.0', {}, true],
    ['does not match another name', 'app:1.0', 'other:1.0', {}, false],
    ['matches within bounds', 'app:1.10', 'app', { version_end_excluding: '2.0' }, true],
    ['does not match outside of bounds', 'app:2.0', 'app', { version_end_excluding: '2.0' }, false],
    [
      'without digits in its version matches no bounds',
      'app:main',
      'app',
      { version_end_excluding: '2' },
      false,
    ],
    ['without digits in its version matches all versions', 'app:main', 'app', {}, true],
    ['with any version matches bounds', 'app:*', 'app', { version_start_including: '2' }, true],
    ['without a version matches bounds', 'app:-', 'app', { version_start_including: '2' }, true],
    [
      'compares in the scheme of its package URL',
      'app:2.0',
      'app',
      { version_end_excluding: '1:1.0', purl_type: 'deb' },
      true,
    ],
    [
      'compares generically without a package URL',
      'app:2.0',
      'app',
      { version_end_excluding: '1:1.0' },
      false,
    ],
    [
      'does not match a criterion for the platform of other package URLs',
      'app:1.0',
      'app:1.0:*:*:*:*:wordpress',
      { purl_type: 'npm' },
      false,
    ],
    [
      'matches a criterion for the platform of its package URL',
      'app:1.0',
      'app:1.0:*:*:*:*:node.js',
      { purl_type: 'npm' },
      true,
    ],
  ])('%s', (_rule, component, cpe, more, expected) => {
    const candidate = { ...bounds, purl_type: null, component_cpe: name(component), cpe: name(cpe), ...more };
    expect(matchCpe(candidate)).toBe(expected);
  });

  it('matches nothing in either direction if it is not a CPE name', () => {
    const candidate = { ...bounds, purl_type: null, component_cpe: name('app:1.0'), cpe: name('app:1.0') };
    expect(matchCpe({ ...candidate, component_cpe: 'nonsense' })).toBe(false);
    expect(matchCpe({ ...candidate, cpe: 'nonsense' })).toBe(false);
  });
});
