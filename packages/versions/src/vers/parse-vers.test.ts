import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';
import { parseVers } from './parse-vers.ts';

const number = fc.nat(20).map((n) => `1.${n}`);
const constraint = fc
  .tuple(fc.constantFrom('', '!=', '<', '<=', '>', '>='), number)
  .map((parts) => parts.join(''));
const constraints = fc.array(constraint, { minLength: 1, maxLength: 8 });

describe('parseVers', () => {
  it('returns the scheme as written, the order of its versions and the constraints', () => {
    expect(parseVers('vers:npm/1.0.0|>=2.0.0')).toEqual({
      scheme: 'npm',
      order: 'semver',
      constraints: [
        { comparator: '=', version: '1.0.0' },
        { comparator: '>=', version: '2.0.0' },
      ],
    });
  });

  it('sorts the constraints by version', () => {
    fc.assert(
      fc.property(constraints, (parts) => {
        const versions =
          parseVers(`vers:npm/${parts.join('|')}`)?.constraints.map(({ version }) => version) ?? [];
        expect(versions).toEqual(versions.toSorted((a, b) => compare('semver', a, b)));
      }),
    );
  });

  it('parses a range the same in whatever order its constraints are written', () => {
    fc.assert(
      fc.property(constraints, (parts) => {
        const [written, reversed] = [parts, parts.toReversed()].map((list) => `vers:npm/${list.join('|')}`);
        expect(parseVers(written ?? '')).toEqual(parseVers(reversed ?? ''));
      }),
    );
  });
});
