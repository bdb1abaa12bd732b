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

it('takes turns between clients, however many permits one of them asks for', async () => {
  const permits = new Permits({ ...limits, atOnce: 1, waiting: 10 });
  const leave = await permits.take('greedy');
  const admitted: string[] = [];
  const ask = async (client: string, name: string) => {
    const giveBack = await permits.take(client);
    admitted.push(name);
    giveBack();
  };
  const all = [
    ask('greedy', 'greedy 1'),
    ask('greedy', 'greedy 2'),
    ask('greedy', 'greedy 3'),
    ask('modest', 'modest 1'),
    ask('other', 'other 1'),
  ];
  leave();
  await Promise.all(all);
  expect(admitted).toEqual(['greedy 1', 'modest 1', 'other 1', 'greedy 2', 'greedy 3']);
});

it('lets one client fill only its own share of the line', async () => {
  const permits = new Permits({ ...limits, atOnce: 1, waiting: 10, waitingPerClient: 1 });
  const leave = await permits.take('greedy');
  const waiting = [permits.take('greedy'), permits.take('modest')];
  await expect(permits.take('greedy')).rejects.toThrow('Too many');
  leave();
  for (const each of waiting) (await each)();
});

it('refuses whoever has waited for too long, with when to try again', async () => {
  const permits = new Permits({ ...limits, atOnce: 1, maxWaitMs: 1, kind: 'too-many-requests' });
  const leave = await permits.take();
  await expect(permits.take()).rejects.toMatchObject({
    kind: 'too-many-requests',
    extras: { headers: { 'Retry-After': '10' } },
  });
  leave();
  (await permits.take())();
});
