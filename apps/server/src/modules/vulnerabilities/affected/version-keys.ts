import {
  isReadable,
  type KeyInterval,
  keyIntervals,
  type Scheme,
  type VersConstraint,
} from '@tallyman/versions';
import type { VersionBounds } from '../vulnerability-record.ts';

const LOWEST = new Uint8Array(0);

/**
 * The scheme that orders the bounds: that of the package type, or the generic one if it cannot read a bound. Compare a
 * range in generic order with the generic key of a version.
 */
export function schemeOfBounds(scheme: Scheme, bounds: VersionBounds): Scheme {
  const versions = [
    bounds.version,
    bounds.versionStartIncluding,
    bounds.versionStartExcluding,
    bounds.versionEndIncluding,
    bounds.versionEndExcluding,
  ];
  return versions.every((version) => !version || isReadable(scheme, version)) ? scheme : 'generic-nvd';
}

/** The half-open interval of keys that satisfy all bounds. Empty if the bounds contradict each other. */
export function toKeyInterval(scheme: Scheme, bounds: VersionBounds): KeyInterval {
  if (bounds.version) return intervalOf(scheme, '=', bounds.version);
  const lower = [
    ...lowerBound(scheme, '>=', bounds.versionStartIncluding),
    ...lowerBound(scheme, '>', bounds.versionStartExcluding),
  ];
  const upper = [
    ...upperBound(scheme, '<=', bounds.versionEndIncluding),
    ...upperBound(scheme, '<', bounds.versionEndExcluding),
  ];
  const from = lower.reduce((highest, key) => (isBelow(highest, key) ? key : highest), LOWEST);
  const to = upper.reduce<Uint8Array | undefined>(
    (lowest, key) => (lowest === undefined || isBelow(key, lowest) ? key : lowest),
    undefined,
  );
  return to !== undefined && isBelow(to, from) ? { from, to: from } : { from, to };
}

type Comparator = VersConstraint['comparator'];

function lowerBound(
  scheme: Scheme,
  comparator: Comparator,
  version: string | null | undefined,
): Uint8Array[] {
  return version ? [intervalOf(scheme, comparator, version).from] : [];
}

function upperBound(
  scheme: Scheme,
  comparator: Comparator,
  version: string | null | undefined,
): Uint8Array[] {
  return version ? [intervalOf(scheme, comparator, version).to ?? LOWEST] : [];
}

/** Nothing is below the lowest key. */
function intervalOf(scheme: Scheme, comparator: Comparator, version: string): KeyInterval {
  const [interval] = keyIntervals({ scheme, order: scheme, constraints: [{ comparator, version }] });
  return interval ?? { from: LOWEST, to: LOWEST };
}

function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) < 0;
}
