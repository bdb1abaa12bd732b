import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCpe } from '../test/arbitrary-cpe.ts';
import { hasWildcards } from './attribute-value.ts';
import { type CpeRelation, compareAttribute, compareAttributes, compareCpe } from './compare-cpe.ts';
import { parseCpe } from './parse-cpe.ts';

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
];

const name = (version: string, update = '*') => parseCpe(`cpe:2.3:a:v:p:${version}:${update}:*:*:*:*:*:*`);

describe('relations of names', () => {
  it.each(attributeRows)('%s to %s is %s', (source, target, relation) => {
    expect(compareAttribute(source, target)).toBe(relation);
  });

  it('are those of their attributes together', () => {
    expect(compareCpe(name('1.0'), name('1.0'))).toBe('EQUAL');
    expect(compareCpe(name('1.*'), name('1.0', 'beta'))).toBe('SUPERSET');
    expect(compareCpe(name('1.0', 'beta'), name('*'))).toBe('SUBSET');
    expect(compareCpe(name('1.0', 'beta'), name('*', 'rc'))).toBe('DISJOINT');
    expect(compareCpe(name('1.0'), name('*', 'rc'))).toBe('UNDEFINED');
    expect(compareCpe(name('*'), name('1.*'))).toBe('UNDEFINED');
  });

  it('are the converse from the other side where neither has wildcards', () => {
    const converse = { SUPERSET: 'SUBSET', SUBSET: 'SUPERSET' } as Readonly<Record<string, string>>;
    fc.assert(
      fc.property(arbitraryCpe, arbitraryCpe, (a, b) => {
        const there = compareAttributes(a, b);
        const back = compareAttributes(b, a);
        for (const [attribute, relation] of Object.entries(there)) {
          const key = attribute as keyof typeof there;
          if (!hasWildcards(a[key]) && !hasWildcards(b[key]))
            expect(back[key]).toBe(converse[relation] ?? relation);
        }
      }),
    );
  });
});
