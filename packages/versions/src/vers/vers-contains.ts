import type { Scheme } from '../scheme.ts';
import { isReadable, sortKey } from '../sort-key.ts';
import { intervalContains, type KeyInterval, keyIntervals } from './key-intervals.ts';
import { readVers } from './read-vers.ts';
import type { Vers, VersConstraint } from './vers.ts';

interface PreparedRange {
  readonly order: Scheme;
  readonly intervals: readonly KeyInterval[];
}

const prepared = new WeakMap<Vers, PreparedRange>();

/**
 * Whether the range contains the version. Text need not be canonical; what is no range contains nothing. If the scheme
 * cannot read the version or a bound, all are compared in generic order. Never throws.
 */
export function versContains(vers: Vers | string, version: string): boolean {
  const range = typeof vers === 'string' ? readVers(vers) : vers;
  if (!range) return false;
  const { order, intervals } = isReadable(range.order, version)
    ? prepare(range)
    : { order: 'generic-nvd' as const, intervals: keyIntervals(range, 'generic-nvd') };
  const key = sortKey(order, version);
  return intervals.some((interval) => intervalContains(interval, key));
}

function prepare(range: Vers): PreparedRange {
  const known = prepared.get(range);
  if (known) return known;
  const order = orderOf(range);
  const fresh = { order, intervals: keyIntervals(range, order) };
  prepared.set(range, fresh);
  return fresh;
}

function orderOf({ order, constraints }: Vers): Scheme {
  const readable = ({ comparator, version }: VersConstraint) =>
    comparator === '*' || isReadable(order, version);
  return constraints.every(readable) ? order : 'generic-nvd';
}
