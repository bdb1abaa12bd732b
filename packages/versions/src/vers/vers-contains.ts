import type { Scheme } from '../scheme.ts';
import { isReadable, sortKey } from '../sort-key.ts';
import { intervalContains, keyIntervals } from './key-intervals.ts';
import { parseVers } from './parse-vers.ts';
import type { Vers } from './vers.ts';

/**
 * Returns whether a version range specifier contains the version. The text need not be canonical. Text that is not a
 * version range specifier contains nothing. If the scheme cannot parse the version or a bound, all of them are compared
 * in generic order. Never throws.
 */
export function versContains(text: string, version: string): boolean {
  const range = parseVers(text);
  if (!range) return false;
  const order = resolveOrder(range, version);
  const key = sortKey(order, version);
  return keyIntervals(range, order).some((interval) => intervalContains(interval, key));
}

function resolveOrder({ order, constraints }: Vers, version: string): Scheme {
  const versions = [version, ...constraints.map((constraint) => constraint.version)];
  return versions.every((each) => isReadable(order, each)) ? order : 'generic-nvd';
}
