import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

it('deletes the oldest entry when it is full', () => {
  const map = new BoundedMap<string, number>(2);
  expect([...map.set('a', 1).set('b', 2)]).toEqual([...Object.entries({ a: 1, b: 2 })]);
  expect([...map.set('c', 3)]).toEqual([...Object.entries({ b: 2, c: 3 })]);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3]);
});

it('deletes nothing when an entry is replaced', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3);
  expect([...map]).toEqual([...Object.entries({ a: 3, b: 2 })]);
});
