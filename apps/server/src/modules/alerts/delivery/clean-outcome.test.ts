import { describe, expect, it } from 'vitest';
import { cleanOutcome } from './clean-outcome.ts';

const cleaned = (responseExcerpt: string, ...secrets: string[]) =>
  cleanOutcome({ result: 'delivered', responseExcerpt }, new Set(secrets)).responseExcerpt;

describe('The stored outcome of a delivery', () => {
  it('has no characters that PostgreSQL rejects', () => {
    expect(cleaned('a\0b')).toBe('a\ufffdb');
  });

  it.each([
    ['unchanged', 'you sent top "secret"', 'you sent ***'],
    ['within JSON', '{"token":"top \\"secret\\""}', '{"token":"***"}'],
    ['within a URL', '/?token=top%20%22secret%22', '/?token=***'],
    ['as Base64', `Basic ${Buffer.from('top "secret"').toString('base64')}`, 'Basic ***'],
    ['truncated', 'and then top "se', 'and then ***'],
  ])('has no secrets that the receiver sends back %s', (_, excerpt, expected) => {
    expect(cleaned(excerpt, 'top "secret"')).toBe(expected);
  });

  it('is unchanged without secrets', () => {
    const outcome = { result: 'transient', error: 'No route', retryAfterMs: 5 } as const;
    expect(cleanOutcome(outcome, new Set(['x']))).toEqual(outcome);
  });
});
