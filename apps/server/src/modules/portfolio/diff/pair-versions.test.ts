import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PackageVersion } from './package-version.ts';
import { pairVersions } from './pair-versions.ts';

const versionOf = (version: string | null): PackageVersion => ({
  uuid: `uuid of ${version}`,
  group: null,
  name: 'lib',
  version,
  purl: `pkg:npm/lib@${version}`,
  purlPackage: 'pkg:npm/lib',
});
const allOf = (versions: readonly (string | null)[]) => versions.map(versionOf);

function describePairs(from: readonly (string | null)[], to: readonly (string | null)[]) {
  const { pairs, removed, added } = pairVersions(allOf(from), allOf(to));
  return {
    pairs: pairs.map((pair) => `${pair.from.version} → ${pair.to.version}`),
    removed: removed.map(({ version }) => version),
    added: added.map(({ version }) => version),
  };
}

describe('Versions of a package are paired', () => {
  it.each([
    ['if there is one of each', ['1.0.0'], ['2.0.0'], ['1.0.0 → 2.0.0']],
    ['newest with newest', ['1.0.0', '3.0.0'], ['5.0.0', '4.0.0'], ['3.0.0 → 5.0.0', '1.0.0 → 4.0.0']],
    [
      'by the order of versions',
      ['9.0.0', '10.0.0'],
      ['12.0.0', '11.0.0'],
      ['10.0.0 → 12.0.0', '9.0.0 → 11.0.0'],
    ],
    [
      'with three equal parts before two, one and none',
      ['1.2.3-a', '1.2.4', '1.3.0', '2.0.0'],
      ['3.0.0', '1.4.0', '1.2.5', '1.2.3-b'],
      ['1.2.3-a → 1.2.3-b', '1.2.4 → 1.2.5', '1.3.0 → 1.4.0', '2.0.0 → 3.0.0'],
    ],
    [
      'by at most three parts',
      ['1.2.3.4', '1.2.3.5'],
      ['1.2.3.4', '1.2.3.6'],
      ['1.2.3.5 → 1.2.3.6', '1.2.3.4 → 1.2.3.4'],
    ],
    ['by parts after a hyphen', ['1-a', '2-b'], ['1-b', '3-a'], ['1-a → 1-b', '2-b → 3-a']],
    ['by parts after a plus', ['1+a', '2+b'], ['1+b', '3+a'], ['1+a → 1+b', '2+b → 3+a']],
    ['by parts after a tilde', ['1~a', '2~b'], ['1~b', '3~a'], ['1~a → 1~b', '2~b → 3~a']],
    ['by parts after a colon', ['1:a', '2:b'], ['1:b', '3:a'], ['1:a → 1:b', '2:b → 3:a']],
    ['by parts after an underscore', ['1_a', '2_b'], ['1_b', '3_a'], ['1_a → 1_b', '2_b → 3_a']],
    ['with an empty version like without one', [null, '1.0'], ['', '2.0'], ['null → ', '1.0 → 2.0']],
    ['part by part', ['1.12.0', '5.0.0'], ['11.2.0', '5.0.1'], ['5.0.0 → 5.0.1', '1.12.0 → 11.2.0']],
    ['without a version, which is the oldest', [null, '1.0'], ['1.1', null], ['null → null', '1.0 → 1.1']],
  ])('%s', (_rule, from, to, pairs) => {
    expect(describePairs(from, to)).toEqual({ pairs, removed: [], added: [] });
  });

  it.each([
    ['added', ['1.0.0'], ['1.0.1', '2.0.0'], { pairs: ['1.0.0 → 1.0.1'], removed: [], added: ['2.0.0'] }],
    ['removed', ['2.0.0', '1.0.0'], ['1.0.1'], { pairs: ['1.0.0 → 1.0.1'], removed: ['2.0.0'], added: [] }],
    ['added, oldest first', [], ['2.0.0', '1.0.0'], { pairs: [], removed: [], added: ['1.0.0', '2.0.0'] }],
    ['removed, oldest first', ['2.0.0', '1.0.0'], [], { pairs: [], removed: ['1.0.0', '2.0.0'], added: [] }],
  ])('the rest is %s', (_what, from, to, expected) => {
    expect(describePairs(from, to)).toEqual(expected);
  });

  it('each once, as many as the shorter list has', () => {
    const versions = fc.uniqueArray(
      fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(versions, versions, (from, to) => {
        const { pairs, removed, added } = pairVersions(allOf(from), allOf(to));
        expect(pairs).toHaveLength(Math.min(from.length, to.length));
        const listed = (rest: readonly PackageVersion[], paired: readonly PackageVersion[]) =>
          [...rest, ...paired].map(({ version }) => version).toSorted();
        expect(
          listed(
            removed,
            pairs.map((pair) => pair.from),
          ),
        ).toEqual(from.toSorted());
        expect(
          listed(
            added,
            pairs.map((pair) => pair.to),
          ),
        ).toEqual(to.toSorted());
      }),
    );
  });
});
