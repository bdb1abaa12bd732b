import { expect, test } from 'vitest';
import { compareBounds } from './compare-bounds.ts';

const below = (end: string) => ({ text: `< ${end}`, bounds: { versionEndExcluding: end } });
const exactly = (version: string) => ({ text: `= ${version}`, bounds: { version } });

test.each([
  ['in the scheme of the type', '1.5.0', [below('2.0.0'), below('1.0.0')], 'semver', ['< 1.0.0']],
  ['generically if the version is not of the scheme', 'r5', [exactly('r5')], 'generic-nvd', []],
  ['generically if one bound is not', '1.5.0', [below('2.0.0'), exactly('r1')], 'generic-nvd', ['= r1']],
  ['as text without digits', 'main', [exactly('main'), exactly('1.0.0')], 'generic-nvd', ['= 1.0.0']],
] as const)('a version is compared with bounds %s', (_, version, bounds, scheme, failing) => {
  expect(compareBounds('semver', version, bounds)).toEqual({ scheme, failing });
});
