import { compareKeys } from '../compare.ts';
import type { Scheme } from '../scheme.ts';
import { sortKey } from '../sort-key.ts';
import type { VersConstraint } from './vers.ts';

/** Sorts by version, then `<`, `<=`, `=`, `>`, `>=`, which is the order of the operators as text. */
export function sortConstraints(order: Scheme, constraints: readonly VersConstraint[]): VersConstraint[] {
  const keyed = constraints.map((constraint) => ({ constraint, key: sortKey(order, constraint.version) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key) || compareSigns(a.constraint, b.constraint));
  return keyed.map(({ constraint }) => constraint);
}

function compareSigns(a: VersConstraint, b: VersConstraint): number {
  if (a.comparator === b.comparator) return 0;
  return a.comparator < b.comparator ? -1 : 1;
}
