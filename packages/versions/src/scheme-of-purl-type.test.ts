import { describe, expect, it } from 'vitest';
import { schemeOfPurlType } from './scheme-of-purl-type.ts';

describe('schemeOfPurlType', () => {
  it.each([
    ['npm', 'semver'],
    ['golang', 'go'],
    ['PyPI', 'pypi'],
    ['clojars', 'maven'],
    ['hex', 'semver'],
    ['deb', 'deb'],
    ['generic', 'generic-nvd'],
    ['no-such-type', 'generic-nvd'],
    ['constructor', 'generic-nvd'],
  ])('maps %s to %s', (type, scheme) => {
    expect(schemeOfPurlType(type)).toBe(scheme);
  });
});
