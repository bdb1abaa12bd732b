import { halfOpen, parseComparators } from './comparators.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { bump, numbersOf, significantCount } from './numbers.ts';
import type { Term } from './split-range.ts';

const everything: NativeConstraint[] = [{ comparator: '>=', version: '0.0.0' }];

/**
 * Conan's ranges: comparators, `^` and `~`, whose upper bounds are below the pre-releases of the next version (`<2-`).
 * A hyphen at the end of a range asks for pre-releases, which every range has.
 */
export function parseConanRange(range: string): NativeConstraint[] | undefined {
  const plain = withoutOptions(range).trim();
  if (plain === '' || plain === '*' || plain === '*-') return everything;
  return parseComparators(plain, expandConanTerm);
}

/** `…, include_prerelease=True`. */
function withoutOptions(range: string): string {
  const comma = range.lastIndexOf(',');
  return range
    .slice(comma + 1)
    .trimStart()
    .startsWith('include_prerelease')
    ? range.slice(0, comma)
    : range;
}

function expandConanTerm({ operator, version: written }: Term): NativeConstraint[] | undefined {
  const version = written.replace(/-$/, '');
  const numbers = numbersOf(version);
  if (numbers.length === 0) return undefined;
  if (operator === '^') return halfOpen(version, `${bump(numbers, significantCount(numbers))}-`);
  if (operator === '~') return halfOpen(version, `${bump(numbers, Math.min(numbers.length, 2))}-`);
  return version === written ? undefined : parseComparators(operator + version);
}
