import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { visitInBatches } from './visit-in-batches.ts';

const items = Array.from({ length: 1_000 }, (_, index) => index);

function spin(milliseconds: number): true {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  return true;
}

it('stops a condition that takes too long over all components', async () => {
  const { visited, isTimedOut } = await visitInBatches(items, () => spin(1), 20);
  expect(isTimedOut).toBe(true);
  expect(visited).toBeGreaterThan(0);
  expect(visited).toBeLessThan(items.length);
});

it('yields to other work in between', async () => {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await nextTurn();
      turns += 1;
    }
  })();
  await visitInBatches(items.slice(0, 100), () => spin(1));
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(1);
});

it('ends when the visitor returns false', async () => {
  expect(await visitInBatches(items, (item) => item < 4)).toEqual({ visited: 5, isTimedOut: false });
  expect(await visitInBatches(items, () => true)).toEqual({ visited: 1_000, isTimedOut: false });
});
