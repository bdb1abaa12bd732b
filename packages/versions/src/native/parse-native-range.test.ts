import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatVers } from '../vers/format-vers.ts';
import { VersError } from '../vers/vers.ts';
import { parseNativeRange } from './parse-native-range.ts';

const rows: readonly [type: string, range: string, vers: string][] = [
  ['npm', '>=1.2.3 <2.0.0', '>=1.2.3|<2.0.0'],
  ['npm', '^1.2.3 || ~0.4.1', '>=0.4.1|<0.5.0|>=1.2.3|<2.0.0'],
  ['npm', '^0.0.3', '>=0.0.3|<0.0.4'],
  ['npm', '~1', '>=1.0.0|<2.0.0'],
  ['npm', '1.2.x', '>=1.2.0|<1.3.0'],
  ['npm', '<= 2.x', '<3.0.0'],
  ['npm', '>2.x', '>=3.0.0'],
  ['npm', '*', '>=0.0.0'],
  ['npm', '1.0.0 - v2.0.0', '>=1.0.0|<=2.0.0'],
  ['npm', '>=v1.0', '>=1.0.0'],
  ['composer', '>=1.0,<1.2.3||=2.0', '>=1.0.0|<1.2.3|2.0.0'],
  ['composer', '~1.2', '>=1.2.0|<2.0.0'],
  ['composer', '<2.1.27.10', '<2.1.27+10'],
  ['conan', '^1.2 || >3- <3.5', '>=1.2|<2-|>3|<3.5'],
  ['conan', '*, include_prerelease', '>=0.0.0'],
  ['gem', '~> 2.0.8', '>=2.0.8|<2.1'],
  ['gem', '~>2', '>=2|<3'],
  ['golang', '<v1.2 || =v1.10.0', '<1.2.0|1.10.0'],
  ['maven', '[1.0,2.0),(,0.5],[3.0]', '<=0.5|>=1.0|<2.0|3.0'],
  ['nuget', '1.0', '>=1.0'],
  ['nuget', '(1.0, 2.0)', '>1.0|<2.0'],
  ['pypi', '>=1.0alpha,!=1.5.*', '>=1.0a0|<1.5|>=1.6'],
  ['pypi', '~=1.4.2', '>=1.4.2|<1.5'],
  ['pypi', '==2.1.*', '>=2.1|<2.2'],
  ['nginx', '1.21.0+, 1.20.1+, 0.5.6-0.7.4', '>=0.5.6|<=0.7.4|>=1.20.1|<1.21.0|>=1.21.0'],
  ['openssl', '3.0.0, 1.0.1b', '1.0.1b|3.0.0'],
  ['deb', '<< 1.2-3, >= 1.0', '>=1.0|<1.2-3'],
];

describe('native ranges', () => {
  it.each(rows)('of %s: %s is %s', (type, range, constraints) => {
    expect(formatVers(parseNativeRange(type, range))).toBe(`vers:${type}/${constraints}`);
  });

  it.each([
    ['npm', ''],
    ['npm', '>='],
    ['maven', '[1.0'],
    ['maven', '[]'],
    ['nginx', 'all'],
    ['gem', '=~ 1'],
  ])('of %s: %j is refused', (type, range) => {
    expect(() => parseNativeRange(type, range)).toThrow(VersError);
  });

  it('never fail in another way', () => {
    const types = ['npm', 'composer', 'conan', 'gem', 'golang', 'maven', 'nginx', 'nuget', 'pypi', 'deb'];
    const nearly = fc.array(
      fc.constantFrom(
        '^',
        '~',
        '>',
        '=',
        '<',
        '!',
        '1',
        '.',
        '0',
        'x',
        '*',
        ' - ',
        ' ',
        ',',
        '||',
        '[',
        ')',
        '+',
        'a',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...types), nearly, (type, parts) => {
        try {
          parseNativeRange(type, parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(VersError);
        }
      }),
    );
  });
});
