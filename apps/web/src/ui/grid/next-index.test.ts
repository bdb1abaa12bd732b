import { expect, test } from 'vitest';
import { nextIndex } from './next-index.ts';

test.each([
  ['j', -1, 0],
  ['j', 3, 4],
  ['ArrowDown', 9, 9],
  ['k', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowUp', -1, 0],
  ['PageDown', 4, 9],
  ['PageUp', 4, 0],
  ['Home', 7, 0],
  ['End', 2, 9],
])('%s moves from row %i to row %i of ten', (key, from, to) => {
  expect(nextIndex(key, from, 10, 6)).toBe(to);
});

test('other keys do not move, and nothing moves in an empty list', () => {
  expect(nextIndex('n', 3, 10, 6)).toBeUndefined();
  expect(nextIndex('j', -1, 0, 6)).toBeUndefined();
});
