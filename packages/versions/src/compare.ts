import type { Scheme } from './scheme.ts';
import { sortKey } from './sort-key.ts';

/**
 * Returns -1, 0 or 1 if `a` is older than, equal to or newer than `b`. Compares the sort keys, so every order has one
 * implementation.
 */
export function compare(scheme: Scheme, a: string, b: string): -1 | 0 | 1 {
  return compareKeys(sortKey(scheme, a), sortKey(scheme, b));
}

/** memcmp; a proper prefix is smaller. */
export function compareKeys(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
  return Buffer.compare(a, b);
}
