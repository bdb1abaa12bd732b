import { expect, test } from 'vitest';
import { describeRange } from './describe-range.ts';

test.each([
  [{ versionStartIncluding: '2.0', versionEndExcluding: '2.17.1' }, '≥ 2.0, < 2.17.1'],
  [{ versionStartExcluding: '1', versionEndIncluding: '3' }, '> 1, ≤ 3'],
  [{ version: '1.0' }, '= 1.0'],
  [{}, 'all versions'],
  [{ versionEndExcluding: '' }, 'all versions'],
])('describes %o as "%s"', (range, words) => {
  expect(describeRange(range)).toBe(words);
});
