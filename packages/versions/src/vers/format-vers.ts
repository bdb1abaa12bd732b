import { encodeVersion } from './percent-encoding.ts';
import type { Vers, VersConstraint } from './vers.ts';

/** Formats a range as a version range specifier. It is canonical if the constraints are sorted by version. */
export function formatVers(vers: Vers): string {
  return `vers:${vers.scheme}/${vers.constraints.map(formatConstraint).join('|')}`;
}

function formatConstraint({ comparator, version }: VersConstraint): string {
  return `${comparator === '=' ? '' : comparator}${encodeVersion(version)}`;
}
