import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFindingKeys, type FindingKey, formatFindingKey } from './finding-key.ts';

const key: fc.Arbitrary<FindingKey> = fc.record({
  componentId: fc.integer({ min: 1, max: 5 }),
  vulnerabilityId: fc.integer({ min: 1, max: 5 }),
});

test('findings are ordered by component, then by vulnerability', () => {
  const keys = [
    { componentId: 2, vulnerabilityId: 1 },
    { componentId: 1, vulnerabilityId: 10 },
    { componentId: 1, vulnerabilityId: 9 },
  ];
  expect(keys.toSorted(compareFindingKeys).map(formatFindingKey)).toEqual(['1:9', '1:10', '2:1']);
});

test('the order is total, and equal keys have the same text', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(Math.sign(compareFindingKeys(a, b))).toBe(Math.sign(-compareFindingKeys(b, a)) + 0);
      expect(compareFindingKeys(a, b) === 0).toBe(formatFindingKey(a) === formatFindingKey(b));
    }),
  );
});
