import type { Scheme } from './scheme.ts';
import { sortKey } from './sort-key.ts';

/**
 * -1, 0 or 1 as `a` comes before, with or after `b`. Defined by the keys: there is no second implementation of any
 * order.
 */
export function compare(scheme: Scheme, a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  return compareKeys(sortKey(scheme, a), sortKey(scheme, b));
}

/** memcmp, a proper prefix first. */
export function compareKeys(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
  return Buffer.compare(a, b);
}
