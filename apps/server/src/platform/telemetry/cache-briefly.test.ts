import { expect, test } from 'vitest';
import { cacheBriefly } from './cache-briefly.ts';

test('reads again after the time has passed, and shares calls until then', async () => {
  let time = 0;
  let reads = 0;
  const cached = cacheBriefly(
    10,
    async () => ++reads,
    () => time,
  );
  expect(await Promise.all([cached(), cached()])).toEqual([1, 1]);
  time = 9;
  expect(await cached()).toBe(1);
  time = 10;
  expect(await cached()).toBe(2);
});

test('reads again after an error', async () => {
  let reads = 0;
  const cached = cacheBriefly(10, async () => {
    if (++reads === 1) throw new Error('no database');
    return reads;
  });
  await expect(cached()).rejects.toThrow('no database');
  expect(await cached()).toBe(2);
});
