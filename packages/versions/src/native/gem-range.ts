import { halfOpen, parseComparators } from './comparators.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { bump, numbersOf } from './numbers.ts';

/** RubyGems' requirements: comparators and `~>`, which lets the last number grow. */
export function parseGemRange(range: string): NativeConstraint[] | undefined {
  return parseComparators(range, ({ operator, version }) => {
    const numbers = numbersOf(version);
    if (operator !== '~>' || numbers.length === 0) return undefined;
    return halfOpen(version, bump(numbers, Math.max(numbers.length - 1, 1)));
  });
}
