import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepEqual } from './deep-equal.ts';
import { structuralHash } from './structural-hash.ts';
import { findDuplicate, withoutDuplicates } from './unique-items.ts';

/** The same value with the members of its objects in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reordered(item)]),
  );
}

describe('equality of list items', () => {
  it('ignores the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(deepEqual(value, reordered(value))).toBe(true);
        expect(structuralHash(value)).toBe(structuralHash(reordered(value)));
      }),
    );
  });

  it('implies equal hashes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(structuralHash(left) === structuralHash(right)).toBe(deepEqual(left, right));
      }),
    );
  });

  it('gives different hashes to values that differ little', () => {
    const hashes = new Set(
      Array.from({ length: 200_000 }, (_, index) => structuralHash({ ref: `pkg:npm/a@1#${index}` })),
    );
    expect(hashes.size).toBe(200_000);
  });

  it('finds the first repeated item of short and of long lists', () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ index, name: 'n' }));
    expect(findDuplicate(items)).toBeUndefined();
    expect(findDuplicate([...items, { name: 'n', index: 3 }, items[0]])).toBe(50);
    expect(
      findDuplicate([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(1);
    expect(withoutDuplicates([1, '1', 1, { a: 1 }, { a: 1 }])).toEqual([1, '1', { a: 1 }]);
  });
});
