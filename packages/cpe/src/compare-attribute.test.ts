import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCpe } from '../test/arbitrary-cpe.ts';
import { hasWildcards } from './attribute-value.ts';
import { type CpeRelation, compareAttribute } from './compare-attribute.ts';
import { cpeAttributes } from './cpe.ts';

const attributeRows: readonly [source: string, target: string, relation: CpeRelation][] = [
  ['*', '*', 'EQUAL'],
  ['*', '-', 'SUPERSET'],
  ['*', 'foo', 'SUPERSET'],
  ['*', 'fo*', 'UNDEFINED'],
  ['-', '*', 'SUBSET'],
  ['-', '-', 'EQUAL'],
  ['-', 'foo', 'DISJOINT'],
  ['-', 'fo*', 'UNDEFINED'],
  ['foo', 'FOO', 'EQUAL'],
  ['f\\.o', 'f.o', 'EQUAL'],
  ['foo', 'bar', 'DISJOINT'],
  ['foo', 'fo*', 'UNDEFINED'],
  ['foo', '-', 'DISJOINT'],
  ['foo', '*', 'SUBSET'],
  ['fo*', 'foo', 'SUPERSET'],
  ['fo*', 'fo', 'SUPERSET'],
  ['fo?', 'fo', 'DISJOINT'],
  ['?oo', 'foo', 'SUPERSET'],
  ['??', 'fo', 'SUPERSET'],
  ['*o?', 'foo', 'SUPERSET'],
  ['?o*', 'foobar', 'SUPERSET'],
  ['*ob*', 'foobar', 'SUPERSET'],
  ['*ob*', 'fooar', 'DISJOINT'],
  ['fo\\*', 'foo', 'DISJOINT'],
  ['fo\\\\*', 'fo\\\\o', 'SUPERSET'],
  ['foo*', '*', 'SUBSET'],
  ['foo*', '-', 'DISJOINT'],
  ['a?a', 'ba', 'DISJOINT'],
  ['-', '\\-', 'DISJOINT'],
  ['\\-', '-', 'DISJOINT'],
  ['?', '-', 'DISJOINT'],
  ['fo?', 'fooo', 'DISJOINT'],
  ['fo?', 'bar', 'DISJOINT'],
  ['f*', 'bar', 'DISJOINT'],
  ['?o*', 'of', 'DISJOINT'],
  ['*bar', 'foobar', 'SUPERSET'],
  ['*bar', 'barfoo', 'DISJOINT'],
  ['*o?', 'of', 'SUPERSET'],
  ['*o?', 'fo', 'DISJOINT'],
  ['*foo?', 'foo', 'DISJOINT'],
  ['*\\*a', 'b*a', 'UNDEFINED'],
  ['*\\*a', 'b\\*a', 'SUPERSET'],
  ['*\\?', 'b\\*', 'DISJOINT'],
];

describe('the relation of two attribute values', () => {
  it.each(attributeRows)('%s compared with %s is %s', (source, target, relation) => {
    expect(compareAttribute(source, target)).toBe(relation);
  });

  it('is EQUAL for a value without wildcards and itself', () => {
    fc.assert(
      fc.property(arbitraryCpe, (cpe) => {
        for (const name of cpeAttributes) {
          if (!hasWildcards(cpe[name])) expect(compareAttribute(cpe[name], cpe[name])).toBe('EQUAL');
        }
      }),
    );
  });

  it('is the converse in the other direction if neither value has wildcards', () => {
    const converse = { SUPERSET: 'SUBSET', SUBSET: 'SUPERSET' } as Readonly<Record<string, string>>;
    fc.assert(
      fc.property(arbitraryCpe, arbitraryCpe, (a, b) => {
        for (const name of cpeAttributes) {
          if (hasWildcards(a[name]) || hasWildcards(b[name])) continue;
          const relation = compareAttribute(a[name], b[name]);
          expect(compareAttribute(b[name], a[name])).toBe(converse[relation] ?? relation);
        }
      }),
    );
  });
});
