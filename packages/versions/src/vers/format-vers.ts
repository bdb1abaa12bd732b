import { encodeVersion } from './percent-encoding.ts';
import { readVers } from './read-vers.ts';
import { type Vers, type VersConstraint, VersError } from './vers.ts';

export function formatVers(vers: Vers): string {
  return `vers:${vers.scheme}/${vers.constraints.map(formatConstraint).join('|')}`;
}

/** The same range with its constraints sorted and its versions encoded. Throws a `VersError` if it is no range. */
export function canonicalVers(text: string): string {
  const vers = readVers(text);
  if (!vers) throw new VersError(`invalid VERS: '${text.slice(0, 100)}'`);
  return formatVers(vers);
}

function formatConstraint({ comparator, version }: VersConstraint): string {
  return `${comparator === '=' ? '' : comparator}${encodeVersion(version)}`;
}
