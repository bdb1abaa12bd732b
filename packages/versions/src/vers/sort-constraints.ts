import { compareKeys } from '../compare.ts';
import type { Scheme } from '../scheme.ts';
import { sortKey } from '../sort-key.ts';
import type { Comparator, VersConstraint } from './vers.ts';

/** In the order of their characters. */
const COMPARATORS: readonly Comparator[] = ['!=', '*', '<', '<=', '=', '>', '>='];

/** Sorts by version, then by comparator. */
export function sortConstraints(order: Scheme, constraints: readonly VersConstraint[]): VersConstraint[] {
  const keyed = constraints.map((constraint) => ({ constraint, key: sortKey(order, constraint.version) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key) || compareSigns(a.constraint, b.constraint));
  return keyed.map(({ constraint }) => constraint);
}

function compareSigns(a: VersConstraint, b: VersConstraint): number {
  return COMPARATORS.indexOf(a.comparator) - COMPARATORS.indexOf(b.comparator);
}
