import { expect, test } from 'vitest';
import { toDecision, toExpiry } from './decision-options.ts';

const now = new Date('2026-11-16T10:00:00Z');

test.each([
  ['never', null],
  ['2027-01-31', '2027-01-31T23:59:59.999Z'],
  ['2d', '2026-11-18T10:00:00.000Z'],
  ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
])('a decision that expires %s lasts until %s', (text, expected) => {
  expect(toExpiry(text, now)).toBe(expected);
});

test.each(['soon', '31.1.2027', '2027-13-01'])('%s is refused as an expiry', (text) => {
  expect(() => toExpiry(text, now)).toThrow('is not a day');
});

test('decides only what is given', async () => {
  expect(await toDecision({ state: 'not-affected', suppress: true })).toEqual({
    analysisState: 'NOT_AFFECTED',
    isSuppressed: true,
  });
  expect(await toDecision({ unsuppress: true })).toEqual({ isSuppressed: false });
  await expect(toDecision({})).rejects.toThrow('No decision given');
  await expect(toDecision({ state: 'fine' })).rejects.toThrow('Use one of exploitable, in-triage');
});
