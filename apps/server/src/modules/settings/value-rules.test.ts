import { describe, expect, it } from 'vitest';
import { isRegularExpression } from './value-rules.ts';

describe('A regular expression in a setting', () => {
  it.each([
    'our-.*',
    'org\\.example(\\..*)?',
    Array.from({ length: 300 }, (_, n) => `com.acme.team${n}`).join('|'),
  ])('is accepted: %s', (value) => {
    expect(isRegularExpression(value)).toBeUndefined();
  });

  it('is refused at once if it would take minutes to compile', () => {
    expect(isRegularExpression('(\\pL{1,30}){1,30}'.repeat(500))).toContain('is too large');
  });

  it('is refused with the reason if it is invalid', () => {
    expect(isRegularExpression('(')).toContain('must be a regular expression');
  });
});
