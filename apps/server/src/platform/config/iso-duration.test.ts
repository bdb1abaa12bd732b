import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIsoDuration, toIsoDuration } from './iso-duration.ts';

describe('ISO 8601 durations', () => {
  test.each([
    ['PT15M', 900_000],
    ['PT90S', 90_000],
    ['PT1M30S', 90_000],
    ['PT0S', 0],
    ['P1D', 86_400_000],
    ['P1DT1H', 90_000_000],
    ['P2W', 1_209_600_000],
    ['PT0.5S', 500],
    ['PT1,25S', 1_250],
    ['pt15m', 900_000],
  ])('%s is %d milliseconds', (text, milliseconds) => {
    expect(parseIsoDuration(text)).toBe(milliseconds);
  });

  test.each(['', 'P', 'PT', 'P1DT', '15M', '900000', 'P1Y', 'P1M', 'PT-5M', 'PT1.5M', 'PT5', ' PT5M'])(
    '"%s" is not one that has a fixed length',
    (text) => {
      expect(parseIsoDuration(text)).toBeUndefined();
    },
  );

  test('every number of milliseconds survives formatting and parsing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000_000 }), (milliseconds) => {
        expect(parseIsoDuration(toIsoDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});
