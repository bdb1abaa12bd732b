import type { Comparator } from '../vers/vers.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { splitAlternatives, splitTerms, type Term } from './split-range.ts';

const comparators: ReadonlyMap<string, Comparator> = new Map<string, Comparator>([
  ['', '='],
  ['=', '='],
  ['==', '='],
  ['===', '='],
  ['!=', '!='],
  ['<', '<'],
  ['<<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>>', '>'],
  ['>=', '>='],
]);

/** What a term means beyond its comparator; undefined if it means no more. */
export type ExpandTerm = (term: Term) => NativeConstraint[] | undefined;

/** Alternatives of comparators: `>=1.0,<2.0||=3.0`. Undefined if a term cannot be read. */
export function parseComparators(range: string, expand: ExpandTerm = plain): NativeConstraint[] | undefined {
  const terms = splitAlternatives(range).map(splitTerms);
  const constraints: NativeConstraint[] = [];
  for (const term of terms.flat()) {
    const meant = term && (expand(term) ?? plain(term));
    if (!meant) return undefined;
    for (const constraint of meant) constraints.push(constraint);
  }
  return constraints.length > 0 ? constraints : undefined;
}

function plain({ operator, version }: Term): NativeConstraint[] | undefined {
  const comparator = comparators.get(operator);
  return comparator && [{ comparator, version }];
}

/** From one version, inclusive, to another, exclusive. */
export function halfOpen(from: string, to: string): NativeConstraint[] {
  return [
    { comparator: '>=', version: from },
    { comparator: '<', version: to },
  ];
}
