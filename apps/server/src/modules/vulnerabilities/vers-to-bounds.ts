import { type KeyInterval, keyIntervals, type Vers } from '@tallyman/versions';
import type { VersionBounds } from './vulnerability-record.ts';

/** A range as intervals in words, in ascending order: the same versions, one element for each gapless stretch. */
export function versToBounds(vers: Vers): VersionBounds[] {
  const versions = vers.constraints.flatMap(({ comparator, version }) =>
    comparator === '*' ? [] : [version],
  );
  const points = versions.map((version) => ({ version, ...pointOf(vers, version) }));
  const at = (key: Uint8Array) => points.find((point) => isSame(point.from, key))?.version;
  const above = (key: Uint8Array) => points.find((point) => isSame(point.to, key))?.version;
  return keyIntervals(vers).map(({ from, to }) => {
    const exact = points.find((point) => isSame(point.from, from) && isSame(point.to, to));
    if (exact) return { version: exact.version };
    const start = at(from);
    const end = to && at(to);
    return {
      ...(start === undefined ? { versionStartExcluding: above(from) } : { versionStartIncluding: start }),
      ...(end === undefined ? { versionEndIncluding: to && above(to) } : { versionEndExcluding: end }),
    };
  });
}

/** From the key of a version to the first one above it. */
function pointOf(vers: Vers, version: string): KeyInterval {
  const [interval] = keyIntervals({ ...vers, constraints: [{ comparator: '=', version }] });
  return interval ?? { from: new Uint8Array(0), to: undefined };
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}
