import { expect, it } from 'vitest';
import { waitForTurn } from './wait-for-turn.ts';

async function countLooks(waiting: readonly number[]): Promise<number> {
  let looks = 0;
  await waitForTurn(async (most) => Math.min(waiting[looks++] ?? 0, most));
  return looks;
}

it('a principal with little waiting does not wait', async () => {
  expect(await countLooks([8])).toBe(1);
});

it('a principal with much waiting waits until it is less', async () => {
  expect(await countLooks([500, 9, 8])).toBe(3);
});
