import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortConstraints } from './sort-constraints.ts';
import type { Comparator, VersConstraint } from './vers.ts';

const SORTED = ['!=', '*', '<', '<=', '=', '>', '>='] as const satisfies Comparator[];
const constraintOf = (text: string): VersConstraint => {
  const [, comparator, version] = /^([!<>=*]+)(.*)$/.exec(text) ?? [];
  return { comparator: comparator as Comparator, version: version ?? '' };
};
const sort = (...texts: string[]) =>
  sortConstraints('semver', texts.map(constraintOf)).map(({ comparator, version }) => comparator + version);

describe('sortConstraints', () => {
  it('sorts by version in the order of the scheme', () => {
    expect(sort('>=1.10.0', '<1.9.0', '=1.9.0-rc.1', '!=0.1.0')).toEqual([
      ...['!=0.1.0', '=1.9.0-rc.1', '<1.9.0', '>=1.10.0'],
    ]);
  });

  it('sorts constraints on one version by their comparator', () => {
    const given = SORTED.map((comparator) => `${comparator}1.0.0`);
    const shuffled = fc.shuffledSubarray(given, { minLength: given.length });
    fc.assert(
      fc.property(shuffled, (texts) => {
        expect(sort(...texts)).toEqual(given);
      }),
    );
  });

  it('keeps the order of equal constraints', () => {
    expect(sort('<1.0', '<1.0.0', '<1')).toEqual(['<1.0', '<1.0.0', '<1']);
    expect(sort('<1', '<1.0.0', '<1.0')).toEqual(['<1', '<1.0.0', '<1.0']);
  });
});
