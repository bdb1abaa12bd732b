import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDistance, findDistance } from './version-distance.ts';

describe('JSON {epoch, major, minor, patch}', () => {
  it.each([
    ['1.2.3', '1.2.3', [0, 0, 0, 0]],
    ['1.2.3', '3.0.0', [0, 2, 0, 0]],
    ['1.2.3', '1.5.0', [0, 0, 3, 0]],
    ['1.2.3', '1.2.9', [0, 0, 0, 6]],
    ['v1.2', '1.3', [0, 0, 1, 0]],
    ['1:1.0', '3:1.0', [2, 0, 0, 0]],
    ['2', '1', [0, 1, 0, 0]],
    ['1.2.3-rc1', '1.2.4+build', [0, 0, 0, 1]],
    ['latest', '1.0', undefined],
    ['1.0', '', undefined],
  ])('from %s to %s', (version, latest, expected) => {
    expect(findDistance(version, latest)).toEqual(expected);
  });

  it.each<[readonly [number, number, number, number], object, number | undefined]>([
    [[0, 2, 0, 0], { major: '1' }, 1],
    [[0, 2, 0, 0], { major: 2 }, 0],
    [[0, 2, 5, 0], { major: '2' }, 0],
    [[0, 2, 0, 0], { major: '2', minor: '?' }, 0],
    [[0, 0, 3, 0], { major: '0', minor: '4' }, -1],
    [[0, 0, 3, 0], { minor: '3' }, 0],
    [[1, 0, 0, 0], { major: '9' }, 1],
    [[0, 0, 0, 1], {}, undefined],
    [[0, 0, 0, 1], { major: '?', minor: 'many' }, undefined],
  ])('%j against %j', (distance, wanted, expected) => {
    const order = compareDistance(distance, wanted);
    expect(order === undefined ? undefined : Math.sign(order)).toBe(expected);
  });

  it('accepts the integers of expressions', () => {
    expect(compareDistance([0, 2, 0, 0], { major: 2n })).toBe(0);
  });

  it('is the same in both directions, and zero only for equal numbers', () => {
    const part = fc.integer({ min: 0, max: 30 });
    const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(findDistance(a, b)).toEqual(findDistance(b, a));
        expect(findDistance(a, b)?.every((level) => level === 0)).toBe(a === b);
      }),
    );
  });
});
