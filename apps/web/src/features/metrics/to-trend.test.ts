import { expect, test } from 'vitest';
import { listChanges, listShownSeverities, type TrendDay, toTrend } from './to-trend.ts';
import { readTrendSearch } from './trend-days.ts';

const DAY_MS = 86_400_000;
const ZEROS = { critical: 0, high: 0, medium: 0, low: 0, unassigned: 0 };

const day = (number: number, counts: Partial<TrendDay> = {}): TrendDay => ({
  at: number * DAY_MS,
  ...ZEROS,
  ...counts,
});

test('a measurement belongs to its day in UTC', () => {
  const measured = { ...ZEROS, high: 2, lastOccurrence: 5 * DAY_MS + 3_600_000 };
  expect(toTrend([measured])).toEqual([day(5, { high: 2 })]);
});

test('unrated findings have a line only if there are any', () => {
  expect(listShownSeverities([day(1)])).toEqual(['critical', 'high', 'medium', 'low']);
  expect(listShownSeverities([day(1), day(2, { unassigned: 1 })])).toContain('unassigned');
});

test('the table has the first day and those on which a number changed', () => {
  const days = [day(1), day(2), day(3, { low: 1 }), day(4, { low: 1 }), day(5)];
  expect(listChanges(days).map(({ at }) => at / DAY_MS)).toEqual([5, 3, 1]);
  expect(listChanges([])).toEqual([]);
});

test.each([
  ['30', '30'],
  [365, '365'],
  ['31', undefined],
  ['', undefined],
])('reads days=%s as %s', (given, read) => {
  expect(readTrendSearch({ days: given })).toEqual({ days: read });
});
