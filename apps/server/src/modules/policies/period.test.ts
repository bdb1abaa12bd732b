import { describe, expect, it } from 'vitest';
import { compareAge, findPeriod } from './period.ts';

describe('ISO 8601 period', () => {
  it.each([
    ['P30D', { months: 0, days: 30 }],
    ['P1Y2M3W4D', { months: 14, days: 25 }],
    ['p2w', { months: 0, days: 14 }],
    ['-P1M', { months: -1, days: -0 }],
    [' P0D ', { months: 0, days: 0 }],
  ])('%s is read', (text, expected) => {
    expect(findPeriod(text)).toEqual(expected);
  });

  it.each(['', 'P', '30', '30D', 'P1.5D', 'PT1H', 'P1D2M', 'a month'])('"%s" is none', (text) => {
    expect(findPeriod(text)).toBeUndefined();
  });

  it.each([
    ['2026-10-17', 'P30D', '2026-11-16', 0],
    ['2026-10-18', 'P30D', '2026-11-16', -1],
    ['2026-10-16', 'P30D', '2026-11-16', 1],
    ['2026-01-31', 'P1M', '2026-02-28', 0],
    ['2024-02-29', 'P1Y', '2025-02-28', 0],
    ['2026-01-31', 'P1M1D', '2026-03-01', 0],
  ])('age since %s compared with %s on %s: %i', (since, period, now, expected) => {
    const order = compareAge(new Date(since), findPeriod(period) ?? { months: 0, days: 0 }, new Date(now));
    expect(Math.sign(order)).toBe(expected);
  });

  it('the time of the day does not count', () => {
    const month = { months: 1, days: 0 };
    expect(compareAge(new Date('2026-10-16T23:59:59Z'), month, new Date('2026-11-16T00:00:00Z'))).toBe(0);
  });
});
