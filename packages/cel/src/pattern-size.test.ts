import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern.ts';
import { estimatePatternSize } from './pattern-size.ts';

describe('The size of a regular expression', () => {
  it.each([
    'a',
    'abc|de+f*',
    '((a|b){1,30}){1,30}c',
    '(\\pL{1,30}){1,30}',
    '(?i)(\\p{Greek}x){2,40}',
    '[^\\]a-z]{3}[]x]{4,}',
    '\\Q(((\\E{20}',
    '(((a{1,10}){1,10}){1,10})',
    'x{0}y{5}',
  ])('is not underestimated: %s', (pattern) => {
    expect(estimatePatternSize(pattern) * 2 + 10).toBeGreaterThanOrEqual(
      RE2JS.compile(pattern).programSize(),
    );
  });

  it.each(['org\\.example(\\..*)?', 'our-.*', '^(log4j|commons)-[a-z]+$', 'a{2,3}'])(
    'is small for common patterns: %s',
    (pattern) => {
      expect(estimatePatternSize(pattern)).toBeLessThan(50);
    },
  );

  it('has a limit that is checked before compilation', () => {
    const nested = '(\\pL{1,30}){1,30}'.repeat(50);
    expect(() => compilePattern(nested)).toThrow('the regular expression is too large');
  });
});
