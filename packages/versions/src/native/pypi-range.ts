import { halfOpen, parseComparators } from './comparators.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { bump, numbersOf } from './numbers.ts';

/** PEP 440's specifiers: comparators, `~=` and `==1.2.*`. */
export function parsePypiRange(range: string): NativeConstraint[] | undefined {
  return parseComparators(range, ({ operator, version }) => {
    const numbers = numbersOf(version);
    if (numbers.length === 0) return undefined;
    if (operator === '~=') return halfOpen(version, bump(numbers, Math.max(numbers.length - 1, 1)));
    if (!version.endsWith('.*')) return undefined;
    const from = numbers.join('.');
    const next = bump(numbers, numbers.length);
    if (operator !== '!=') return halfOpen(from, next);
    return [
      { comparator: '<', version: from },
      { comparator: '>=', version: next },
    ];
  });
}
