import { describe, expect, it } from 'vitest';
import { cleanOutcome } from './clean-outcome.ts';

const cleaned = (responseExcerpt: string, ...secrets: string[]) =>
  cleanOutcome({ result: 'delivered', responseExcerpt }, new Set(secrets)).responseExcerpt;

describe('What became of a delivery is written down', () => {
  it('without characters that the database does not take', () => {
    expect(cleaned('a\0b')).toBe('a\ufffdb');
  });

  it.each([
    ['as it is', 'you sent top "secret"', 'you sent ***'],
    ['within JSON', '{"token":"top \\"secret\\""}', '{"token":"***"}'],
    ['within an address', '/?token=top%20%22secret%22', '/?token=***'],
    ['as Base64', `Basic ${Buffer.from('top "secret"').toString('base64')}`, 'Basic ***'],
    ['cut off', 'and then top "se', 'and then ***'],
  ])('without secrets that the receiver sends back %s', (_, excerpt, expected) => {
    expect(cleaned(excerpt, 'top "secret"')).toBe(expected);
  });

  it('in full where nothing must be hidden', () => {
    const outcome = { result: 'passing', error: 'No route', retryAfterMs: 5 } as const;
    expect(cleanOutcome(outcome, new Set(['x']))).toEqual(outcome);
  });
});
