import { expect, test } from 'vitest';
import { describeFieldChange } from './describe-field-change.ts';

test.each([
  [{ field: 'state', from: 'NOT_SET', to: 'IN_TRIAGE' }, 'state: NOT_SET → IN_TRIAGE'],
  [
    { field: 'details', from: null, to: 'The Shop prints no stamps.' },
    'details: - → The Shop prints no stamps.',
  ],
  [{ field: 'isSuppressed', from: true, to: false }, 'isSuppressed: true → false'],
])('%j is described as %s', (change, text) => {
  expect(describeFieldChange(change)).toBe(text);
});
