import { afterEach, expect, test, vi } from 'vitest';
import { expiryChoices, toExpiry } from './expiry-choices.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['', undefined],
  ['0', null],
])('the choice "%s" becomes %s', (days, expiry) => {
  expect(toExpiry(days)).toBe(expiry);
});

test('a number of days counts from now', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] });
  expect(toExpiry('30')).toBe(Date.UTC(2026, 0, 31));
});

test('the first choice changes nothing and shows the present expiry', () => {
  expect(expiryChoices()[0]).toEqual({ value: '', label: 'As it is' });
  const [first] = expiryChoices(new Date(2001, 4, 17, 12).getTime());
  expect(first?.value).toBe('');
  expect(first?.label).toContain('2001');
});

test('every choice has its own value, which is a number of days', () => {
  const values = expiryChoices().map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  for (const value of values.slice(1)) expect(Number(value)).toBeGreaterThanOrEqual(0);
});
