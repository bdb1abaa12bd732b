import { expect, it } from 'vitest';
import { Permits } from './permits.ts';

const limits = { atOnce: 2, waiting: 1, refusal: 'Too many' };

it('lets in as many as allowed, the next ones when somebody leaves, and turns the others away', async () => {
  const permits = new Permits(limits);
  const [first] = [await permits.take(), await permits.take()];
  let isIn = false;
  const third = permits.take().then((leave) => {
    isIn = true;
    return leave;
  });
  await expect(permits.take()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many' });
  expect(isIn).toBe(false);
  first();
  await third;
  expect(isIn).toBe(true);
});

it('counts a permit that is given back twice once', async () => {
  const permits = new Permits({ ...limits, waiting: 0 });
  const [first] = [await permits.take(), await permits.take()];
  first();
  first();
  await permits.take();
  await expect(permits.take()).rejects.toThrow('Too many');
});
