import { orderVersions } from './order-versions.ts';
import type { PackageVersion } from './package-version.ts';

export interface VersionPair {
  readonly from: PackageVersion;
  readonly to: PackageVersion;
}

export interface PairedVersions {
  readonly pairs: readonly VersionPair[];
  readonly removed: readonly PackageVersion[];
  readonly added: readonly PackageVersion[];
}

/** The number of leading parts that are compared: more rarely differ between versions of one package. */
const MAX_PARTS = 3;

/**
 * Pairs the old and new versions of a package, for projects that have several of them. Versions that agree in most
 * leading parts are paired first (4.17.20 with 4.17.21), newest with newest. The rest was added or removed.
 */
export function pairVersions(from: readonly PackageVersion[], to: readonly PackageVersion[]): PairedVersions {
  let removed = from.toSorted(orderVersions);
  let added = to.toSorted(orderVersions);
  const pairs: VersionPair[] = [];
  for (let parts = MAX_PARTS; parts >= 0; parts--) {
    const agreeing = Map.groupBy(removed, (one) => leadingParts(one, parts));
    const found = added.toReversed().flatMap((newer) => {
      const older = agreeing.get(leadingParts(newer, parts))?.pop();
      return older ? [{ from: older, to: newer }] : [];
    });
    pairs.push(...found);
    removed = without(
      removed,
      found.map((pair) => pair.from),
    );
    added = without(
      added,
      found.map((pair) => pair.to),
    );
  }
  return { pairs, removed, added };
}

function leadingParts({ version }: PackageVersion, count: number): string {
  return (version ?? '').split(/[.\-+~:_]/, count).join('.');
}

function without(all: readonly PackageVersion[], some: readonly PackageVersion[]): PackageVersion[] {
  const gone = new Set(some);
  return all.filter((one) => !gone.has(one));
}
