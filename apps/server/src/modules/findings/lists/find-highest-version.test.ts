import { expect, it } from 'vitest';
import { findHighestVersion } from './find-highest-version.ts';

it.each([
  ['pkg:npm/a@1.0.0', ['1.9.0', '1.10.0', '1.2.0'], '1.10.0'],
  ['pkg:maven/a/b@1', ['2.0-rc1', '2.0'], '2.0'],
  ['pkg:deb/debian/a@1', ['1:1.0-1', '2.0-1'], '1:1.0-1'],
  [null, ['1.2', '1.11'], '1.11'],
  [null, [], undefined],
])('%s of %j is %s', (purl, versions, highest) => {
  expect(findHighestVersion(purl, versions)).toBe(highest);
});
