import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnitTests } from './find-unit-tests.ts';

const root = join(import.meta.dirname, '..', '..');
const modules = 'apps/server/src/modules';

test.each([
  [
    'the test beside it',
    `${modules}/vex/import/to-decision.ts`,
    [`${modules}/vex/import/to-decision.test.ts`],
  ],
  [
    'all in its folder that import it',
    `${modules}/findings/decisions/plan-decisions.ts`,
    ['plan-decisions', 'policy-ownership'].map((name) => `${modules}/findings/decisions/${name}.test.ts`),
  ],
  [
    'those in its folder without one of its own, but none with published data',
    `${modules}/policies/conditions/identity-conditions.ts`,
    [`${modules}/policies/conditions/prepare-condition.test.ts`],
  ],
  [
    'all of its package',
    'packages/cpe/src/uri.ts',
    ['compare-attribute', 'cpe-matches', 'parse-cpe'].map((name) => `packages/cpe/src/${name}.test.ts`),
  ],
])('the unit tests of a rule are %s', (_, rule, expected) => {
  expect(findUnitTests(rule, root)).toEqual(expected);
});
