import { halfOpen, parseComparators } from './comparators.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { expandNpmTerm } from './npm-range.ts';
import { bump, numbersOf } from './numbers.ts';
import type { Term } from './split-range.ts';

/** Composer's constraints: as npm's, but `~1.2` allows everything below 2.0. */
export function parseComposerRange(range: string): NativeConstraint[] | undefined {
  return parseComparators(range, expandComposerTerm);
}

function expandComposerTerm(term: Term): NativeConstraint[] | undefined {
  const numbers = numbersOf(term.version);
  if (term.operator !== '~' || numbers.length === 0) return expandNpmTerm(term);
  return halfOpen(term.version, bump(numbers, Math.max(numbers.length - 1, 1)));
}
