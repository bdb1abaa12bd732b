import { compareKeys } from '../compare.ts';
import { sortKey } from '../sort-key.ts';
import { schemeOfVersType } from '../vers/scheme-of-vers-type.ts';
import type { Comparator, Vers, VersConstraint } from '../vers/vers.ts';

/** A bound as the native range writes it. */
export interface NativeConstraint {
  readonly comparator: Comparator;
  readonly version: string;
}

/**
 * The range specifier of native constraints: sorted by the versions as written, which the text of the specifier may
 * not tell apart any more, then by comparator; repetitions once.
 */
export function toVers(
  scheme: string,
  constraints: readonly NativeConstraint[],
  spell: (version: string) => string,
): Vers {
  const order = schemeOfVersType(scheme);
  const keyed = constraints.map((constraint) => ({ ...constraint, key: sortKey(order, constraint.version) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key) || (a.comparator < b.comparator ? -1 : 1));
  const spelled = new Map<string, VersConstraint>();
  for (const { comparator, version } of keyed) {
    const constraint = { comparator, version: spell(version) };
    spelled.set(`${comparator}${constraint.version}`, constraint);
  }
  return { scheme, order, constraints: [...spelled.values()] };
}
