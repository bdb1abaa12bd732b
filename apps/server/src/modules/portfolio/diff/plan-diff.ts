import type { PackageVersion } from './package-version.ts';
import { type PairedVersions, pairVersions, type VersionPair } from './pair-versions.ts';

export interface Diff {
  readonly added: readonly PackageVersion[];
  readonly removed: readonly PackageVersion[];
  readonly changed: readonly VersionPair[];
  /** Components that only gained or lost their package URL. */
  readonly unchanged: number;
}

/** The differences of two projects, from the package versions that only one of them has. */
export function planDiff(onlyFrom: readonly PackageVersion[], onlyTo: readonly PackageVersion[]): Diff {
  const byPackage = pairGroups(onlyFrom, onlyTo, packageKey, pairVersions);
  const byName = pairGroups(byPackage.removed, byPackage.added, nameKey, pairByName);
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

/** If only one side has a package URL, group and name decide, equal versions first. */
function pairByName(from: readonly PackageVersion[], to: readonly PackageVersion[]): PairedVersions {
  const hasPurl = (one: PackageVersion) => one.purlPackage !== null;
  const [purlFrom, purlTo] = [from.filter(hasPurl), to.filter(hasPurl)];
  const [plainFrom, plainTo] = [from.filter((one) => !hasPurl(one)), to.filter((one) => !hasPurl(one))];
  const gained = pairVersions(plainFrom, purlTo);
  const lost = pairVersions(purlFrom, plainTo);
  return {
    pairs: [...gained.pairs, ...lost.pairs],
    removed: [...gained.removed, ...lost.removed],
    added: [...gained.added, ...lost.added],
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
