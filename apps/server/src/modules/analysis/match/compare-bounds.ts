import { intervalContains, isReadable, type Scheme, sortKey } from '@tallyman/versions';
import { toKeyInterval } from '../../vulnerabilities/affected/version-keys.ts';
import type { NamedBound } from './describe-bounds.ts';
import { isComparable } from './is-comparable.ts';
import { boundTexts } from './match-distro.ts';

export interface Comparison {
  /** The order in which versions are compared. */
  readonly scheme: Scheme;
  /** The bounds that the version violates. */
  readonly failing: readonly string[];
}

/** "If a bound or the version cannot be parsed in that scheme, everything is compared generically." */
export function compareBounds(scheme: Scheme, version: string, bounds: readonly NamedBound[]): Comparison {
  const order = orderOf(scheme, version, bounds);
  if (!isComparable(version)) {
    const others = bounds.filter(({ bounds }) => bounds.version !== version);
    return { scheme: order, failing: others.map(({ text }) => text) };
  }
  const key = sortKey(order, version);
  const failing = bounds.filter(({ bounds }) => !intervalContains(toKeyInterval(order, bounds), key));
  return { scheme: order, failing: failing.map(({ text }) => text) };
}

function orderOf(scheme: Scheme, version: string, bounds: readonly NamedBound[]): Scheme {
  const all = [version, ...bounds.flatMap((named) => boundTexts(named.bounds))];
  return all.every((text) => isReadable(scheme, text)) ? scheme : 'generic-nvd';
}
