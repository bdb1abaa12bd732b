import type { PackageVersion } from './package-version.ts';
import { type PairedVersions, pairVersions, type VersionPair } from './pair-versions.ts';

export interface Diff {
  readonly added: readonly PackageVersion[];
  readonly removed: readonly PackageVersion[];
  readonly changed: readonly VersionPair[];
  /** Those that only became known, or unknown, by a package URL. */
  readonly unchanged: number;
}

/** What differs between two projects, from the versions of packages that only one of them has. */
export function planDiff(onlyFrom: readonly PackageVersion[], onlyTo: readonly PackageVersion[]): Diff {
  const byPackage = pairGroups(onlyFrom, onlyTo, packageKey, pairVersions);
  const byName = pairGroups(byPackage.removed, byPackage.added, nameKey, pairDifferentlyKnown);
  const pairs = [...byPackage.pairs, ...byName.pairs];
  const changed = pairs.filter(({ from, to }) => from.version !== to.version);
  return {
    added: byName.added.toSorted(byNameAndVersion),
    removed: byName.removed.toSorted(byNameAndVersion),
    changed: changed.toSorted((a, b) => byNameAndVersion(a.to, b.to)),
    unchanged: pairs.length - changed.length,
  };
}

type Pairing = (from: readonly PackageVersion[], to: readonly PackageVersion[]) => PairedVersions;

function pairGroups(
  from: readonly PackageVersion[],
  to: readonly PackageVersion[],
  keyOf: (one: PackageVersion) => string,
  pairing: Pairing,
): PairedVersions {
  const [olds, news] = [Map.groupBy(from, keyOf), Map.groupBy(to, keyOf)];
  const groups = [...new Set([...olds.keys(), ...news.keys()])].map((key) =>
    pairing(olds.get(key) ?? [], news.get(key) ?? []),
  );
  return {
    pairs: groups.flatMap((group) => group.pairs),
    removed: groups.flatMap((group) => group.removed),
    added: groups.flatMap((group) => group.added),
  };
}

/** One side knows the package URL and the other does not: then group and name decide, the same version first. */
function pairDifferentlyKnown(
  from: readonly PackageVersion[],
  to: readonly PackageVersion[],
): PairedVersions {
  const isKnown = (one: PackageVersion) => one.purlPackage !== null;
  const [knownFrom, knownTo] = [from.filter(isKnown), to.filter(isKnown)];
  const [unknownFrom, unknownTo] = [from.filter((one) => !isKnown(one)), to.filter((one) => !isKnown(one))];
  const became = pairVersions(unknownFrom, knownTo);
  const ceased = pairVersions(knownFrom, unknownTo);
  return {
    pairs: [...became.pairs, ...ceased.pairs],
    removed: [...became.removed, ...ceased.removed],
    added: [...became.added, ...ceased.added],
  };
}

function packageKey(one: PackageVersion): string {
  return one.purlPackage ?? nameKey(one);
}

function nameKey({ group, name }: PackageVersion): string {
  return JSON.stringify([group, name]);
}

function byNameAndVersion(a: PackageVersion, b: PackageVersion): number {
  return (
    byText(a.group ?? '', b.group ?? '') || byText(a.name, b.name) || byText(a.version ?? '', b.version ?? '')
  );
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
