import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';
import { parseVers } from './parse-vers.ts';
import { versContains } from './vers-contains.ts';

const rows: readonly [vers: string, inside: string[], outside: string[]][] = [
  ['vers:npm/*', ['1.0.0', 'anything'], []],
  ['vers:none/*', [], ['1.0.0']],
  ['vers:npm/>=1.0.0|<2.0.0', ['1.0.0', '1.9.9', '2.0.0-rc.1'], ['0.9.9', '1.0.0-rc.1', '2.0.0']],
  ['vers:npm/>1.0.0|<=2.0.0', ['1.0.1', '2.0.0+build'], ['1.0.0', '2.0.1']],
  ['vers:npm/<1.0.0|>=2.0.0|<3.0.0|>4.0.0', ['0.1.0', '2.5.0', '4.0.1'], ['1.0.0', '3.0.0', '4.0.0']],
  ['vers:npm/1.0.0|2.0.0', ['1.0.0', '2'], ['1.5.0']],
  ['vers:npm/!=1.0.0', ['0.9.0', '1.0.1'], ['1.0.0']],
  ['vers:npm/>=1.0.0|!=1.5.0|<2.0.0', ['1.4.0', '1.6.0'], ['1.5.0', '2.0.0']],
  ['vers:pypi/>=3.0.0|2.0.3', ['2.0.3', '3.1'], ['2.0.4']],
  ['vers:pypi/>=1|>2|<5', ['1', '2', '4'], ['5']],
  ['vers:composer/>=2.8.4|<2.8.30|<18.10.8', ['2.8.4', '2.8.30', '18.10.7'], ['2.8.3', '18.10.8']],
  ['vers:pypi/<=2.0.1', ['2.0.1', '2.0.1+cu118'], ['2.0.1.post1']],
  ['vers:pypi/>2.0.1', ['2.0.1.post1', '2.0.2'], ['2.0.1+cu118']],
  ['vers:pypi/2.0.1', ['2.0.1+cu118'], ['2.0.2']],
  ['vers:pypi/!=2.0.1', ['2.0.2'], ['2.0.1', '2.0.1+cu118']],
  ['vers:pypi/2.0.1+cu118', ['2.0.1+cu118'], ['2.0.1', '2.0.1+cu118.1', '2.0.1+cpu']],
  ['vers:maven/<2.15.0', ['2.15.0-rc1', '2.14.9'], ['2.15.0', '2.15']],
  ['vers:deb/<1:1.2', ['1.5', '1:1.1'], ['1:1.2', '2:0']],
  ['vers:pypi/<2.0', ['1.0-unreadable-thing'], ['2.5-unreadable-thing']],
  ['vers:pypi/<2.0-unreadable-thing', ['1.5'], ['3.0']],
  ['vers:pypi/>=1.0|<2.0-unreadable-thing', ['1.5'], ['0.9', '3.0']],
  ['vers:pypi/>=1.0', ['1.0.post1', '1.0+local'], ['1.0rc1', '1.0.dev1']],
  ['no range at all', [], ['1.0.0']],
];

describe('versContains', () => {
  it.each(rows)('%s', (vers, inside, outside) => {
    for (const version of inside) expect(versContains(vers, version), version).toBe(true);
    for (const version of outside) expect(versContains(vers, version), version).toBe(false);
  });

  it('agrees with comparing each bound', () => {
    const number = fc.nat(9).map((minor) => `1.${minor}.0`);
    fc.assert(
      fc.property(number, number, number, (from, to, version) => {
        const expected = compare('semver', from, version) <= 0 && compare('semver', version, to) < 0;
        if (compare('semver', from, to) < 0)
          expect(versContains(`vers:npm/>=${from}|<${to}`, version)).toBe(expected);
      }),
    );
  });

  it('never throws, and finds no version in an invalid range', () => {
    const noise = fc.string({ unit: 'binary' });
    const nearly = fc.array(
      fc.constantFrom('vers:', 'pypi', '/', '|', '>', '<', '=', '!', '*', '%', '1.0', ' ', 'é'),
    );
    const text = fc.oneof(
      noise,
      nearly.map((parts) => `vers:npm/${parts.join('')}`),
    );
    fc.assert(
      fc.property(text, fc.oneof(noise, fc.constant('1.0')), (vers, version) => {
        const contained = versContains(vers, version);
        if (!parseVers(vers)) expect(contained).toBe(false);
      }),
    );
  });
});
