import { expect, it } from 'vitest';
import { waitForTurn } from './wait-for-turn.ts';

async function countLooks(waiting: readonly number[]): Promise<number> {
  let looks = 0;
  await waitForTurn(async (most) => Math.min(waiting[looks++] ?? 0, most));
  return looks;
}

it('whoever has little waiting is not held up', async () => {
  expect(await countLooks([8])).toBe(1);
});

it('whoever has much waiting is held up until it is less', async () => {
  expect(await countLooks([500, 9, 8])).toBe(3);
});
