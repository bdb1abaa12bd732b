import type { Finding } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { changeTo, decisionOf, missingOf, withDecision } from './decision.ts';

test.each([
  ['NOT_AFFECTED', true],
  ['FALSE_POSITIVE', true],
  ['RESOLVED', true],
  ['IN_TRIAGE', false],
  ['EXPLOITABLE', false],
  ['NOT_SET', false],
] as const)('the state %s suppresses a finding by default: %s', (state, isSuppressed) => {
  expect(changeTo(state).isSuppressed).toBe(isSuppressed);
});

test('a justification belongs to "not affected" only', () => {
  expect(changeTo('NOT_AFFECTED', 'CODE_NOT_PRESENT').justification).toBe('CODE_NOT_PRESENT');
  expect(changeTo('RESOLVED', 'CODE_NOT_PRESENT').justification).toBe('NOT_SET');
});

test('"not affected" needs a justification', () => {
  const decision = {
    justification: 'NOT_SET',
    response: 'NOT_SET',
    detail: '',
    isSuppressed: false,
  } as const;
  expect(missingOf({ ...decision, state: 'NOT_AFFECTED' })).toContain('Say why');
  expect(missingOf({ ...decision, state: 'EXPLOITABLE' })).toBeUndefined();
});

test('a decision lapses until something is decided again', () => {
  const finding = { analysis: { state: 'IN_TRIAGE', isSuppressed: false, expiresAt: 5 } } as Finding;
  const expiryAfter = (change: object) =>
    withDecision(finding, { ...decisionOf(finding), ...change }).analysis.expiresAt;
  expect(expiryAfter({ detail: 'More words' })).toBe(5);
  expect(expiryAfter({ state: 'EXPLOITABLE' })).toBeUndefined();
  expect(expiryAfter({ expiresAt: null })).toBeUndefined();
  expect(expiryAfter({ expiresAt: 7 })).toBe(7);
});
