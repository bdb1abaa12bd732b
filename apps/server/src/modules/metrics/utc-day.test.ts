import { expect, test } from 'vitest';
import { toRangeOfDays, toRangeSince } from './series/to-day-range.ts';
import { addDays, parseDay, toUtcDay } from './utc-day.ts';

test.each([
  ['20261116', '2026-11-16'],
  ['20280229', '2028-02-29'],
  ['20270229', undefined],
  ['20261301', undefined],
  ['20261100', undefined],
  ['2026111', undefined],
  ['2026-11-16', undefined],
  ['202611160', undefined],
])('the day %s is %s', (text, expected) => {
  expect(parseDay(text)).toBe(expected);
});

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16'],
  ['2026-11-16T23:59:59.999Z', '2026-11-16'],
  ['2026-11-16T23:30:00-01:00', '2026-11-17'],
])('the UTC day of %s is %s', (time, day) => {
  expect(toUtcDay(new Date(time))).toBe(day);
});

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-11-16', -365, '2025-11-16'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

const NOW = new Date('2026-11-16T10:00:00Z');

test.each([
  [0, '2026-11-16'],
  [30, '2026-10-17'],
  [90, '2026-08-18'],
  [365, '2026-08-18'],
])('the last %i days begin on %s, with a retention of 90 days', (days, first) => {
  expect(toRangeOfDays(days, NOW, 90)).toEqual({ first, last: '2026-11-16' });
});

test.each([
  ['20261101', '2026-11-01'],
  ['20200101', '2026-08-18'],
  ['20261116', '2026-11-16'],
  ['20300101', '2026-11-16'],
])('a range since %s begins on %s, with a retention of 90 days', (since, first) => {
  expect(toRangeSince(since, NOW, 90)).toEqual({ first, last: '2026-11-16' });
});

test('a range since a text that is not a day is refused', () => {
  expect(() => toRangeSince('20260230', NOW, 90)).toThrow('is not a date');
});
