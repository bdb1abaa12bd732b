import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnitTests } from './find-unit-tests.ts';

const root = join(import.meta.dirname, '..', '..');
const modules = 'apps/server/src/modules';

test.each([
  ['the test beside it', `${modules}/vulnerabilities/ratings/resolve-severity.ts`, ['resolve-severity']],
  [
    'all in its folder that import it, also through other files',
    `${modules}/findings/decisions/policy-ownership.ts`,
    ['plan-decisions', 'policy-ownership'],
  ],
  [
    'none with published data',
    `${modules}/policies/conditions/identity-conditions.ts`,
    ['prepare-condition'],
  ],
  ['all of its package', 'packages/cpe/src/uri.ts', ['compare-attribute', 'cpe-matches', 'parse-cpe']],
])('the unit tests of a rule are %s', (_, rule, names) => {
  const expected = names.map((name) => `${dirname(rule)}/${name}.test.ts`);
  expect(findUnitTests(rule, root)).toEqual(expected);
});
