import { expect, test } from 'vitest';
import { describeAge } from './describe-age.ts';

const NOW = Date.UTC(2026, 10, 16, 12);
const HOUR = 3_600_000;

test.each([
  [NOW - 20_000, 'just now'],
  [NOW - 5 * 60_000, '5 minutes ago'],
  [NOW - HOUR, '1 hour ago'],
  [NOW - 24 * HOUR, 'yesterday'],
  [NOW - 40 * 24 * HOUR, 'last month'],
  [NOW - 800 * 24 * HOUR, '2 years ago'],
  [NOW + 3 * HOUR, 'in 3 hours'],
])('%i is %s', (at, words) => {
  expect(describeAge(at, NOW)).toBe(words);
});
