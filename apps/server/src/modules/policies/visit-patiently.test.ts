import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { visitPatiently } from './visit-patiently.ts';

const items = Array.from({ length: 1_000 }, (_, index) => index);

function spin(milliseconds: number): true {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  return true;
}

it('a condition that takes too long in a project, each component for itself quick enough, is stopped', async () => {
  const { seen, isLate } = await visitPatiently(items, () => spin(1), 20);
  expect(isLate).toBe(true);
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(items.length);
});

it('others have a turn while many components are looked at', async () => {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await nextTurn();
      turns += 1;
    }
  })();
  await visitPatiently(items.slice(0, 100), () => spin(1));
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(1);
});

it('whoever has seen enough ends it', async () => {
  expect(await visitPatiently(items, (item) => item < 4)).toEqual({ seen: 5, isLate: false });
  expect(await visitPatiently(items, () => true)).toEqual({ seen: 1_000, isLate: false });
});
