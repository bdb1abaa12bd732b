import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Subscribers } from './subscribers.ts';

const PRINCIPAL: Principal = { kind: 'user', id: 1, name: 'user', permissions: new Set(), teamIds: [] };
const MAX_AGE_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function subscribe(authenticate: () => Promise<Principal>) {
  const subscribers = new Subscribers({ total: 10, perUser: 10 });
  const subscriber = { stream: new PassThrough(), authenticate };
  subscribers.add(PRINCIPAL, subscriber);
  return { subscriber, check: (maxAgeMs = MAX_AGE_MS) => subscribers.check(subscriber, maxAgeMs) };
}

test('authenticates a stream once per interval, however many changes there are', async () => {
  const authenticate = vi.fn(async () => PRINCIPAL);
  const { check } = subscribe(authenticate);
  for (let half = 0; half < 40; half++) {
    expect(await check()).toBe(PRINCIPAL);
    vi.advanceTimersByTime(500);
  }
  expect(authenticate).toHaveBeenCalledTimes(3);
});

test('sends nothing to a revoked session after the interval, and ends its stream', async () => {
  const { check, subscriber } = subscribe(() =>
    Promise.reject(new AppError('unauthenticated', 'The session was revoked.')),
  );
  vi.advanceTimersByTime(MAX_AGE_MS - 1);
  expect(await check()).toBe(PRINCIPAL);
  vi.advanceTimersByTime(1);
  expect(await check()).toBeUndefined();
  expect(subscriber.stream.writableEnded).toBe(true);
});

test('a check without an interval is always made', async () => {
  const { check, subscriber } = subscribe(() => Promise.reject(new Error('The database cannot be reached.')));
  await expect(check(0)).rejects.toThrow('cannot be reached');
  expect(subscriber.stream.writableEnded).toBe(true);
});
