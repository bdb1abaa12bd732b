import { describe, expect, test } from 'vitest';
import { findNearestName } from './nearest-name.ts';

describe('the nearest name', () => {
  test.each([
    ['http.prot', ['http.host', 'http.port'], 'http.port'],
    ['http.port', ['http.port', 'http.host'], 'http.port'],
    ['', ['a', 'bb'], 'a'],
    ['x', [], undefined],
  ])('for %j among %j is %j', (name, candidates, nearest) => {
    expect(findNearestName(name, candidates)).toBe(nearest);
  });

  test('is undefined if every candidate is too far away', () => {
    expect(findNearestName('abcdef', ['uvwxyz', 'abcxyz'], 2)).toBeUndefined();
    expect(findNearestName('abcdef', ['uvwxyz', 'abcxyz'], 3)).toBe('abcxyz');
  });
});
