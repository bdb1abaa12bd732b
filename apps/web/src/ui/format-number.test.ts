import { expect, test } from 'vitest';
import { countOf, formatCount, formatPercent, formatShortCount } from './format-number.ts';

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [9_999, '9,999', '9,999'],
  [10_000, '10,000', '10K'],
  [12_499, '12,499', '12K'],
  [2_500_000, '2,500,000', '3M'],
])('%i is written as %s, and in narrow places as %s', (count, exact, short) => {
  expect(formatCount(count)).toBe(exact);
  expect(formatShortCount(count)).toBe(short);
});

test.each([
  [0, '0 findings'],
  [1, '1 finding'],
  [1_200, '1,200 findings'],
])('%i findings are counted as "%s"', (count, text) => {
  expect(countOf(count, 'finding')).toBe(text);
});

test('an irregular plural is used for every number but one', () => {
  expect([1, 2].map((count) => countOf(count, 'vulnerability', 'vulnerabilities'))).toEqual([
    '1 vulnerability',
    '2 vulnerabilities',
  ]);
});

test.each([
  [0, '0.00 %'],
  [0.0004, '0.04 %'],
  [0.01, '1.0 %'],
  [0.0999, '10.0 %'],
  [0.1, '10 %'],
  [0.974, '97 %'],
  [1, '100 %'],
])('the share %d is written as %s', (share, text) => {
  expect(formatPercent(share)).toBe(text);
});
