import { expect, test } from 'vitest';
import { parseProjectChanges } from './project-changes-message.ts';

test('reads kind and projects', () => {
  expect(parseProjectChanges('FINDINGS 1,20')).toEqual({ kind: 'FINDINGS', projectIds: [1, 20] });
});

test('reads a kind that has no projects', () => {
  expect(parseProjectChanges('MIRRORS')).toEqual({ kind: 'MIRRORS', projectIds: [] });
});

test.each(['', 'FINDINGS', 'FINDINGS ', 'FINDINGS 1,x', 'FINDINGS -1', 'OTHER 1', 'constructor 1'])(
  'ignores %j',
  (payload) => {
    expect(parseProjectChanges(payload)).toBeUndefined();
  },
);
