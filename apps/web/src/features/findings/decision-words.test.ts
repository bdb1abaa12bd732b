import { ANALYSIS_STATES } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { JUSTIFICATION_WORDS, RESPONSE_WORDS, STATE_KEYS, STATE_WORDS } from './decision-words.ts';

test.each([
  ['state', STATE_WORDS],
  ['justification', JUSTIFICATION_WORDS],
  ['response', RESPONSE_WORDS],
])('no two values of a %s have the same words', (_, words) => {
  const texts = Object.values(words);
  expect(new Set(texts).size).toBe(texts.length);
});

test('every state has words', () => {
  expect(Object.keys(STATE_WORDS).sort()).toEqual([...ANALYSIS_STATES].sort());
});

test('justifications fit on the number keys from 1 to 9', () => {
  expect(Object.keys(JUSTIFICATION_WORDS)).toHaveLength(9);
});

test('every state key is one lower-case letter of its own state', () => {
  const keys = Object.keys(STATE_KEYS);
  for (const key of keys) expect(key).toMatch(/^[a-z]$/);
  expect(new Set(Object.values(STATE_KEYS)).size).toBe(keys.length);
});
