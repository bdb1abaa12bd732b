import { describe, expect, it } from 'vitest';
import { toNesting, withDescendants } from './nesting.ts';

describe('Nesting', () => {
  it('keeps the order of the document on every level', () => {
    const nesting = toNesting({
      ids: [5, 3, 9, 4, 7],
      parents: new Map([
        [3, 5],
        [4, 3],
        [7, 5],
      ]),
    });
    expect(nesting.roots).toEqual([5, 9]);
    expect(nesting.childrenOf(5)).toEqual([3, 7]);
    expect(withDescendants(nesting.roots, nesting)).toEqual([5, 3, 4, 7, 9]);
  });

  it('makes a root of a node whose parent was removed', () => {
    const nesting = toNesting({ ids: [1, 2], parents: new Map([[2, 77]]) });
    expect(nesting.roots).toEqual([1, 2]);
  });
});
