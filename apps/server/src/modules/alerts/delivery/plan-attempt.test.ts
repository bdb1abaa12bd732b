import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planAttempt, type RetryRules } from './plan-attempt.ts';

const rules: RetryRules = { maxAttempts: 5, firstDelayMs: 1_000, maxDelayMs: 6_000 };
const transient = { result: 'transient', error: 'No route' } as const;
const longest = () => 1;
const shortest = () => 0;
const afterAttempts = (attempts: number) => ({ id: 7, attempts });

describe('A delivery', () => {
  it('is DELIVERED when the receiver accepts it, at any attempt', () => {
    const outcome = { result: 'delivered', destination: 'https://a', responseStatus: 204 } as const;
    for (const attempts of [0, 4, 100])
      expect(planAttempt(afterAttempts(attempts), outcome, rules)).toMatchObject({
        id: 7,
        status: 'DELIVERED',
        destination: 'https://a',
        responseStatus: 204,
      });
  });

  it('is FAILED at the first attempt after a permanent error, with that error', () => {
    const outcome = { result: 'permanent', error: 'Refused with 404', responseStatus: 404 } as const;
    expect(planAttempt(afterAttempts(0), outcome, rules)).toMatchObject({
      status: 'FAILED',
      error: 'Refused with 404',
      responseStatus: 404,
    });
    expect(planAttempt(afterAttempts(0), outcome, rules).delayMs).toBeUndefined();
  });

  it.each([
    [0, 'PENDING'],
    [1, 'PENDING'],
    [3, 'PENDING'],
    [4, 'FAILED'],
    [5, 'FAILED'],
  ])(
    'has a transient error after %i attempts and is %s, with a limit of five attempts',
    (attempts, status) => {
      expect(planAttempt(afterAttempts(attempts), transient, rules).status).toBe(status);
    },
  );

  it('has the number of attempts and the last error when the last attempt fails', () => {
    expect(planAttempt(afterAttempts(4), transient, rules).error).toBe('Given up after 5 attempts. No route');
    expect(planAttempt(afterAttempts(4), { result: 'transient' }, rules).error).toBe(
      'Given up after 5 attempts.',
    );
  });

  it('is never retried with a limit of one attempt', () => {
    expect(planAttempt(afterAttempts(0), transient, { ...rules, maxAttempts: 1 }).status).toBe('FAILED');
  });
});

describe('The delay before a retry', () => {
  const delays = (random: () => number) =>
    [0, 1, 2, 3].map((attempts) => planAttempt(afterAttempts(attempts), transient, rules, random).delayMs);

  it('doubles with each attempt, up to the maximum', () => {
    expect(delays(longest)).toEqual([1_000, 2_000, 4_000, 6_000]);
  });

  it('has jitter of up to half of it', () => {
    expect(delays(shortest)).toEqual([500, 1_000, 2_000, 3_000]);
  });

  it('is what the receiver asks for in Retry-After, without jitter, up to the maximum', () => {
    const retryAfter = (retryAfterMs: number) =>
      planAttempt(afterAttempts(0), { ...transient, retryAfterMs }, rules, shortest).delayMs;
    expect(retryAfter(1_234)).toBe(1_234);
    expect(retryAfter(0)).toBe(0);
    expect(retryAfter(86_400_000)).toBe(6_000);
  });

  it('is between half of the first delay and the maximum for any attempt', () => {
    const attempts = fc.integer({ min: 0, max: 2_000 });
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(attempts, random, (made, dice) => {
        const { status, delayMs } = planAttempt(
          afterAttempts(made),
          transient,
          { ...rules, maxAttempts: 3_000 },
          () => dice,
        );
        expect(status).toBe('PENDING');
        expect(delayMs).toBeGreaterThanOrEqual(500);
        expect(delayMs).toBeLessThanOrEqual(6_000);
      }),
    );
  });
});
