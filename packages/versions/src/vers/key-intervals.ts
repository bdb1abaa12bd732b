import { compareKeys } from '../compare.ts';
import { Mark } from '../key/mark.ts';
import type { Scheme } from '../scheme.ts';
import { sortKey } from '../sort-key.ts';
import type { Vers, VersConstraint } from './vers.ts';

/** The keys from `from` (inclusive) to `to` (exclusive). Unbounded without `to`. */
export interface KeyInterval {
  readonly from: Uint8Array;
  readonly to: Uint8Array | undefined;
}

interface Bound {
  /** The first key above the bound. */
  readonly at: Uint8Array;
  /** Whether it is a lower bound (`>`, `>=`) or an upper bound (`<`, `<=`). */
  readonly opens: boolean;
}

const lowest = new Uint8Array(0);
const everything: readonly KeyInterval[] = [{ from: lowest, to: undefined }];

/**
 * The sort keys that a range contains, as disjoint intervals in ascending order. Stored ranges are queried with `from
 * <= key AND (to IS NULL OR key < to)`.
 *
 * Redundant constraints (`>=1|>=2`, `<1|<2`) are simplified as in the VERS specification.
 */
export function keyIntervals(vers: Vers, order: Scheme = vers.order): readonly KeyInterval[] {
  if (vers.scheme === 'none') return [];
  if (vers.constraints.some(({ comparator }) => comparator === '*')) return everything;
  const points = vers.constraints.map((constraint) => toPoint(order, constraint));
  const bounds = points.filter(({ comparator }) => comparator.startsWith('<') || comparator.startsWith('>'));
  const equal = points.filter(({ comparator }) => comparator === '=');
  const excluded = points
    .filter(({ comparator }) => comparator === '!=')
    .sort((a, b) => compareKeys(a.key, b.key));
  const onlyExclusions = bounds.length === 0 && equal.length === 0;
  const between = onlyExclusions ? everything : betweenBounds(bounds.map(toBound));
  return merge([...subtract(between, excluded.map(toInterval)), ...equal.map(toInterval)]);
}

export function intervalContains(interval: KeyInterval, key: Uint8Array): boolean {
  if (compareKeys(interval.from, key) > 0) return false;
  return interval.to === undefined || compareKeys(key, interval.to) < 0;
}

interface Point {
  readonly comparator: string;
  readonly key: Uint8Array;
  /** The first key above the keys of all equal versions. */
  readonly above: Uint8Array;
}

function toPoint(order: Scheme, { comparator, version }: VersConstraint): Point {
  const key = sortKey(order, version);
  // PEP 440: a specifier without a local version means all local versions of the public one.
  const coversLocal = order === 'pypi' && !version.includes('+');
  return { comparator, key, above: append(key, coversLocal ? Mark.beyond : 0) };
}

function toBound({ comparator, key, above }: Point): Bound {
  const excludesBelow = comparator === '>=' || comparator === '<';
  return { at: excludesBelow ? key : above, opens: comparator.startsWith('>') };
}

function toInterval({ key, above }: Point): KeyInterval {
  return { from: key, to: above };
}

/** The keys between two bounds belong to the range if the first is a lower bound or the second is an upper bound. */
function betweenBounds(unsorted: readonly Bound[]): KeyInterval[] {
  const bounds = [...unsorted].sort((a, b) => compareKeys(a.at, b.at) || Number(a.opens) - Number(b.opens));
  const intervals: KeyInterval[] = [];
  for (let i = 0; i <= bounds.length; i++) {
    const lower = bounds[i - 1];
    const upper = bounds[i];
    if (lower?.opens || (upper && !upper.opens)) intervals.push({ from: lower?.at ?? lowest, to: upper?.at });
  }
  return intervals;
}

/** Both lists are ascending, and the intervals are disjoint. */
function subtract(intervals: readonly KeyInterval[], holes: readonly KeyInterval[]): KeyInterval[] {
  const rest: KeyInterval[] = [];
  let next = 0;
  for (const interval of intervals) {
    let from = interval.from;
    for (; next < holes.length; next++) {
      const hole = holes[next];
      if (hole?.to === undefined || (interval.to && compareKeys(hole.from, interval.to) >= 0)) break;
      if (compareKeys(hole.from, from) < 0) continue;
      rest.push({ from, to: hole.from });
      from = hole.to;
    }
    rest.push({ from, to: interval.to });
  }
  return rest;
}

function merge(intervals: readonly KeyInterval[]): KeyInterval[] {
  const sorted = intervals.filter(isNotEmpty).sort((a, b) => compareKeys(a.from, b.from));
  const merged: KeyInterval[] = [];
  for (const interval of sorted) {
    const last = merged.at(-1);
    if (!last || (last.to !== undefined && compareKeys(last.to, interval.from) < 0)) merged.push(interval);
    else merged[merged.length - 1] = { from: last.from, to: later(last.to, interval.to) };
  }
  return merged;
}

function later(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array | undefined {
  if (a === undefined || b === undefined) return undefined;
  return compareKeys(a, b) < 0 ? b : a;
}

function isNotEmpty({ from, to }: KeyInterval): boolean {
  return to === undefined || compareKeys(from, to) < 0;
}

function append(key: Uint8Array, byte: number): Uint8Array {
  const extended = new Uint8Array(key.length + 1);
  extended.set(key);
  extended[key.length] = byte;
  return extended;
}
