import { expect, test } from 'vitest';
import { hasCounts } from './choose-count.ts';

test.each([
  [{}, true],
  [{ severities: ['HIGH'], states: ['NOT_SET'], source: 'NVD', isKev: false } as const, true],
  [{ tag: 'web', withInactiveProjects: true, onlyLatest: true, withSuppressed: true }, true],
  [{ projectId: undefined, search: undefined }, true],
  [{ projectId: 1 }, false],
  [{ search: 'log4j' }, false],
  [{ epss: { from: 0.5 } }, false],
  [{ severities: ['HIGH'], vulnerabilityIds: [1] } as const, false],
])('stored counts answer %j: %s', (filter, expected) => {
  expect(hasCounts(filter)).toBe(expected);
});
