import { expect, test } from 'vitest';
import { formatDay } from './format-day.ts';

const at = (year: number) => new Date(year, 11, 3, 12).getTime();

test.each([
  [2026, 2026, false],
  [2025, 2026, true],
  [2027, 2026, true],
])('a day of %i, seen in %i, has its year: %s', (year, now, hasYear) => {
  expect(formatDay(at(year), at(now)).includes(String(year))).toBe(hasYear);
});

test('a day is named by its number', () => {
  expect(formatDay(at(2026), at(2026))).toContain('3');
});
