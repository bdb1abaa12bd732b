import { findDistribution } from '../../vulnerabilities/affected/distributions.ts';
import type { VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';
import { DEBIAN_RELEASES, UBUNTU_RELEASES } from './distro-releases.ts';

/** Names the release of a distribution: the `distro` qualifier, else the versions. */
interface ReleaseHints {
  readonly distro: string | null;
  readonly versions: readonly string[];
}

interface Release {
  /** Null if the release was derived from a version, which does not name the distribution. */
  readonly id: string | null;
  readonly series: string;
}

type ReleaseReader = (version: string) => string | undefined;

const major: ReleaseReader = (version) => /^\d+/.exec(version)?.[0];
const twoNumbers: ReleaseReader = (version) => /^\d+\.\d+/.exec(version)?.[0];
/** A release without a service pack has number 0. */
const servicePack: ReleaseReader = (version) => {
  const [, number, pack = '0'] = /^(\d+)(?:(?:\.|-?sp)(\d+))?/.exec(version) ?? [];
  return number === undefined ? undefined : `${number}.${pack}`;
};
const rolling: ReleaseReader = () => 'rolling';
/** `edge` is the unreleased version. Its `os-release` has for example `3.20_alpha20240329`. */
const ofAlpine: ReleaseReader = (version) =>
  /^edge\b|^\d+\.\d+(\.\d+)?_alpha/.test(version) ? 'edge' : twoNumbers(version);
/** Amazon Linux 1 was released each March and September, last as `AMI release 2018.03`. */
const ofAmazon: ReleaseReader = (version) => (/(^|\s)201[0-8]\.\d\d\b/.test(version) ? '1' : major(version));

/** Derives the series from a release. Releases of a series share packages: `debian-13.4` is in the series 13. */
const SERIES: Readonly<Record<string, ReleaseReader>> = {
  almalinux: major,
  alpine: ofAlpine,
  amzn: ofAmazon,
  azurelinux: major,
  debian: (version) => DEBIAN_RELEASES[version] ?? major(version),
  fedora: major,
  mageia: major,
  ol: major,
  openeuler: twoNumbers,
  'opensuse-leap': twoNumbers,
  'opensuse-tumbleweed': rolling,
  photon: twoNumbers,
  redhat: major,
  rocky: major,
  'sle-micro': twoNumbers,
  sles: servicePack,
  ubuntu: (version) => UBUNTU_RELEASES[version] ?? twoNumbers(version),
};

/** The distribution of a qualifier without a name, such as `distro=3.16.4`. */
const ONLY_DISTRO: Readonly<Record<string, string>> = { apk: 'alpine' };

const WITH_RELEASES: ReadonlySet<string> = new Set(['apk', 'deb', 'rpm']);

/**
 * Whether a statement for a release applies to a component: both name the same release, or one names none. Two different
 * texts that cannot both be parsed are different releases. `type` is that of the package URLs.
 */
export function matchDistro(type: string, affected: ReleaseHints, component: ReleaseHints): boolean {
  if (!WITH_RELEASES.has(type)) return true;
  const theirs = affected.distro ?? findBuild(type, affected.versions);
  const ours = component.distro ?? findBuild(type, component.versions);
  if (theirs === undefined || ours === undefined || theirs === ours) return true;
  return isSameRelease(toRelease(type, theirs), toRelease(type, ours));
}

/** Returns the versions in bounds. */
export function boundTexts(bounds: VersionBounds): string[] {
  return [
    bounds.version,
    bounds.versionStartIncluding,
    bounds.versionStartExcluding,
    bounds.versionEndIncluding,
    bounds.versionEndExcluding,
  ].flatMap((text) => text ?? []);
}

/** The rpm release of packages for Red Hat Enterprise Linux and derivatives contains its number: `3.el8_4`. */
function findBuild(type: string, versions: readonly string[]): string | undefined {
  if (type !== 'rpm') return undefined;
  for (const version of versions) {
    const release = /[.+_]el(\d+)/.exec(version)?.[1];
    if (release !== undefined) return release;
  }
  return undefined;
}

function isSameRelease(a: Release | undefined, b: Release | undefined): boolean {
  if (!a || !b || a.series !== b.series) return false;
  return a.id === null || b.id === null || a.id === b.id;
}

function toRelease(type: string, text: string): Release | undefined {
  const named = findDistribution(text);
  if (named) return released(named.id, SERIES[named.id]?.(named.release));
  const distro = text.trim().toLowerCase();
  if (type === 'deb') return codeNamed(distro);
  if (type === 'rpm') return released(null, /^\d+$/.exec(distro)?.[0]);
  const only = ONLY_DISTRO[type];
  return only === undefined ? undefined : released(only, SERIES[only]?.(distro));
}

/** Some qualifiers add the kind of support: `esm-infra/xenial`. */
function codeNamed(text: string): Release | undefined {
  for (const name of text.split('/')) {
    if (Object.hasOwn(DEBIAN_RELEASES, name)) return released('debian', DEBIAN_RELEASES[name]);
    if (Object.hasOwn(UBUNTU_RELEASES, name)) return released('ubuntu', UBUNTU_RELEASES[name]);
  }
  return undefined;
}

function released(id: string | null, series: string | undefined): Release | undefined {
  return series === undefined ? undefined : { id, series };
}
