import { expect, test } from 'vitest';
import { onOpenActivity, openActivity } from './open-activity.ts';

test('calls every listener until it is removed', () => {
  const calls: string[] = [];
  const removeFirst = onOpenActivity(() => calls.push('first'));
  const removeSecond = onOpenActivity(() => calls.push('second'));
  openActivity();
  expect(calls).toEqual(['first', 'second']);
  removeFirst();
  openActivity();
  expect(calls).toEqual(['first', 'second', 'second']);
  removeSecond();
  openActivity();
  expect(calls).toHaveLength(3);
});
