import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

const options = { permits: 2, maxWaiting: 1, message: 'Too many' };

it('admits as many as there are permits, further ones on release, and refuses the rest', async () => {
  const semaphore = new Semaphore(options);
  const [first] = [await semaphore.acquire(), await semaphore.acquire()];
  let isAdmitted = false;
  const third = semaphore.acquire().then((release) => {
    isAdmitted = true;
    return release;
  });
  await expect(semaphore.acquire()).rejects.toMatchObject({ kind: 'unavailable', message: 'Too many' });
  expect(isAdmitted).toBe(false);
  first();
  await third;
  expect(isAdmitted).toBe(true);
});

it('counts a permit that is released twice once', async () => {
  const semaphore = new Semaphore({ ...options, maxWaiting: 0 });
  const [first] = [await semaphore.acquire(), await semaphore.acquire()];
  first();
  first();
  await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toThrow('Too many');
});

it('is fair between clients, however many permits one of them asks for', async () => {
  const semaphore = new Semaphore({ ...options, permits: 1, maxWaiting: 10 });
  const release = await semaphore.acquire('greedy');
  const admitted: string[] = [];
  const ask = async (client: string, name: string) => {
    const release = await semaphore.acquire(client);
    admitted.push(name);
    release();
  };
  const all = [
    ask('greedy', 'greedy 1'),
    ask('greedy', 'greedy 2'),
    ask('greedy', 'greedy 3'),
    ask('modest', 'modest 1'),
    ask('other', 'other 1'),
  ];
  release();
  await Promise.all(all);
  expect(admitted).toEqual(['greedy 1', 'modest 1', 'other 1', 'greedy 2', 'greedy 3']);
});

it('limits how many of the waiting belong to one client', async () => {
  const semaphore = new Semaphore({ ...options, permits: 1, maxWaiting: 10, maxWaitingPerClient: 1 });
  const release = await semaphore.acquire('greedy');
  const waiting = [semaphore.acquire('greedy'), semaphore.acquire('modest')];
  await expect(semaphore.acquire('greedy')).rejects.toThrow('Too many');
  release();
  for (const each of waiting) (await each)();
});

it('refuses after the longest wait, and says when to retry', async () => {
  const semaphore = new Semaphore({ ...options, permits: 1, maxWaitMs: 1, kind: 'too-many-requests' });
  const release = await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({
    kind: 'too-many-requests',
    extras: { headers: { 'Retry-After': '10' } },
  });
  release();
  (await semaphore.acquire())();
});

it('runs work in the order in which it was asked for, as much at a time as there are permits', async () => {
  const semaphore = new Semaphore({ ...options, maxWaiting: 10 });
  const finish: (() => void)[] = [];
  const started: number[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    semaphore.run(async () => {
      started.push(number);
      await new Promise<void>((resolve) => finish.push(resolve));
    }),
  );
  await settle();
  expect(started).toEqual([0, 1]);
  finish[0]?.();
  await settle();
  expect(started).toEqual([0, 1, 2]);
  finish[1]?.();
  await settle();
  finish[2]?.();
  finish[3]?.();
  await Promise.all(all);
  expect(started).toEqual([0, 1, 2, 3]);
});

it('releases the permit when the work fails', async () => {
  const semaphore = new Semaphore({ ...options, permits: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
