import { halfOpen, parseComparators } from './comparators.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { bump, numbersOf, significantCount } from './numbers.ts';
import type { Term } from './split-range.ts';

const options = /,\s*include_prerelease\s*(?:=\s*\w*)?\s*$/;
const everything: NativeConstraint[] = [{ comparator: '>=', version: '0.0.0' }];

/**
 * Conan's ranges: comparators, `^` and `~`, whose upper bounds are below the pre-releases of the next version (`<2-`).
 * A hyphen at the end of a range asks for pre-releases, which every range has.
 */
export function parseConanRange(range: string): NativeConstraint[] | undefined {
  const plain = range.replace(options, '').trim();
  if (plain === '' || plain === '*' || plain === '*-') return everything;
  return parseComparators(plain, expandConanTerm);
}

function expandConanTerm({ operator, version: written }: Term): NativeConstraint[] | undefined {
  const version = written.replace(/-$/, '');
  const numbers = numbersOf(version);
  if (numbers.length === 0) return undefined;
  if (operator === '^') return halfOpen(version, `${bump(numbers, significantCount(numbers))}-`);
  if (operator === '~') return halfOpen(version, `${bump(numbers, Math.min(numbers.length, 2))}-`);
  return version === written ? undefined : parseComparators(operator + version);
}
