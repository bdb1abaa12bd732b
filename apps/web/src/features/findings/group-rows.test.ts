import type { Finding, FindingGroup, FindingTotals } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { toGroupRows, toRest, toScopedGroup } from './group-rows.ts';

const group = (key: string) => ({ key, finding_count: 3 }) as FindingGroup;
const finding = (uuid: string) => ({ component: { uuid }, vulnerability: { uuid: 'v' } }) as Finding;

test.each([
  ['vulnerability', { case: 'k' }],
  ['component', { component: 'k' }],
  ['fix', { component: 'k', hasFix: true }],
] as const)('a group by %s selects %j', (by, scope) => {
  expect(toScopedGroup(by, group('k')).scope).toEqual(scope);
});

test('the findings of an expanded group follow it, with a row to load more', () => {
  const groups = ['a', 'b'].map((key) => toScopedGroup('component', group(key)));
  const rows = (isLoading: boolean, hasMore: boolean) =>
    toGroupRows(groups, new Map([['group a', { rows: [finding('1')], isLoading, hasMore }]])).map(
      ({ id }) => id,
    );
  expect(rows(false, false)).toEqual(['group a', '1:v', 'group b']);
  expect(rows(false, true)).toEqual(['group a', '1:v', 'more group a', 'group b']);
});

test('findings without a fix are the last group, without a number if there are too many to count', () => {
  const totals = { without_fix: 4, type: 'EXACT' } as FindingTotals;
  expect(toRest(totals)).toMatchObject([{ scope: { hasFix: false }, count: 4 }]);
  expect(toRest({ ...totals, type: 'AT_LEAST' })[0]?.count).toBeUndefined();
  expect(toRest({ ...totals, without_fix: 0 })).toEqual([]);
});
