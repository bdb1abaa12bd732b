import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRatedRefs, justifyRating } from './rating-scope.ts';

const refs = new Set(['a', 'b']);

describe('The justification of a rating', () => {
  it('names the references that the rating is for, in one order', () => {
    expect(justifyRating(['b', 'a'])).toBe('Only for ["a","b"]');
  });

  it('is read back, whatever the references', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.array(fc.string()), (rated, others) => {
        expect(findRatedRefs(justifyRating(rated), new Set([...rated, ...others]))).toEqual(
          [...rated].sort(),
        );
      }),
    );
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['prose', 'Only for internal use'],
    ['prose that begins otherwise', 'It is Only for ["a"]'],
    ['a list of something else', 'Only for [1]'],
    ['no list', 'Only for "a"'],
    ['a list with a reference that the entry does not have', 'Only for ["a","c"]'],
  ])('means all references if it is %s', (_what, justification) => {
    expect(findRatedRefs(justification, refs)).toBeUndefined();
  });
});
