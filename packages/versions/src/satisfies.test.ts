import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConstraintFormat, satisfies } from './satisfies.ts';

const rows: readonly [format: ConstraintFormat, version: string, constraint: string, satisfied: boolean][] = [
  ['semver', '1.5.0', '> 0.1.0, < 0.5.0 || > 1.0.0, < 2.0.0', true],
  ['semver', '0.6.0', '> 0.1.0, < 0.5.0 || > 1.0.0, < 2.0.0', false],
  ['semver', '1.0.0', '', true],
  ['semver', '1.0.0', '1.0.0', true],
  ['semver', '1.0.0', '!= 1.0.0', false],
  ['semver', '1.0.0', '=> 1.0.0', false],
  ['semver', '1.0.0', ',', false],
  ['fuzzy', '4.5.2', "'4.5.1' || '4.5.2'", true],
  ['fuzzy', '1.0.2k-r0', '>= 1.0.2, < 1.0.2m', true],
  ['kb', '878787', '979797 || 878787', true],
  ['kb', '878787', '> 1', false],
  ['rpm', '4.19.0-1.el7', '< 12:4.19.0-1.el7', false],
  ['rpm', '2:1.0', '> 1:1.5', true],
  ['rpm', '1.0-5.el8', '= 0:1.0-5.el8.0.0', true],
  ['pypi', '6.4+local', '<= 6.4.0', true],
  ['pypi', '2.0.0', '= 2.0.0+local', false],
  ['pypi', '1.0-nonsense', '< 2.0', true],
];

describe('satisfies', () => {
  it.each(rows)('%s: %s and %j', (format, version, constraint, expected) => {
    expect(satisfies(format, version, constraint)).toBe(expected);
  });

  it('never throws', () => {
    const text = fc.string({ unit: 'binary' });
    const nearly = fc
      .array(fc.constantFrom('<', '>', '=', ',', '||', "'", '1.0', ' ', '0', '.'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.constantFrom<ConstraintFormat>('rpm', 'pypi', 'kb', 'fuzzy', 'maven'),
        text,
        nearly,
        (format, a, b) => {
          expect(typeof satisfies(format, a, b)).toBe('boolean');
        },
      ),
    );
  });
});
