import { findDistribution } from '../../vulnerabilities/distributions.ts';
import type { VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';
import { DEBIAN_RELEASES, UBUNTU_RELEASES } from './distro-releases.ts';

/** What says for which release of a distribution a package is: its `distro` qualifier, or else its versions. */
interface ReleaseWords {
  readonly distro: string | null;
  readonly versions: readonly string[];
}

interface Release {
  /** Nothing where the release was read off a version, which does not say whose it is. */
  readonly id: string | null;
  readonly series: string;
}

type ReleaseReader = (version: string) => string | undefined;

const major: ReleaseReader = (version) => /^\d+/.exec(version)?.[0];
const twoNumbers: ReleaseReader = (version) => /^\d+\.\d+/.exec(version)?.[0];
/** What has no service pack is the one before the first. */
const servicePack: ReleaseReader = (version) => {
  const [, number, pack = '0'] = /^(\d+)(?:(?:\.|-?sp)(\d+))?/.exec(version) ?? [];
  return number === undefined ? undefined : `${number}.${pack}`;
};
const rolling: ReleaseReader = () => 'rolling';
/** What is not released yet is `edge`, and its `os-release` says for example `3.20_alpha20240329`. */
const ofAlpine: ReleaseReader = (version) =>
  /^edge\b|^\d+\.\d+(\.\d+)?_alpha/.test(version) ? 'edge' : twoNumbers(version);
/** The first one had a release each March and September, the last of them 2018.03: `AMI release 2018.03`. */
const ofAmazon: ReleaseReader = (version) => (/(^|\s)201[0-8]\.\d\d\b/.test(version) ? '1' : major(version));

/** How distributions count releases that share their packages: `debian-13.4` is of the series 13. */
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

/** Whose release a mere version means, such as `distro=3.16.4`. */
const ONLY_DISTRO: Readonly<Record<string, string>> = { apk: 'alpine' };

const WITH_RELEASES: ReadonlySet<string> = new Set(['apk', 'deb', 'rpm']);

/**
 * Whether what an advisory says about a package holds for the release that a component is of: the same one, or either
 * does not say. Two that are not the same text and cannot both be read are different. `type` is that of the URLs.
 */
export function matchDistro(type: string, affected: ReleaseWords, component: ReleaseWords): boolean {
  if (!WITH_RELEASES.has(type)) return true;
  const theirs = affected.distro ?? findBuild(type, affected.versions);
  const ours = component.distro ?? findBuild(type, component.versions);
  if (theirs === undefined || ours === undefined || theirs === ours) return true;
  return isSameRelease(toRelease(type, theirs), toRelease(type, ours));
}

/** The versions that bounds name. */
export function boundTexts(bounds: VersionBounds): string[] {
  return [
    bounds.version,
    bounds.versionStartIncluding,
    bounds.versionStartExcluding,
    bounds.versionEndIncluding,
    bounds.versionEndExcluding,
  ].flatMap((text) => text ?? []);
}

/** Packages of Red Hat Enterprise Linux and its kin have its number in their release: `3.el8_4`. */
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

/** Some put what kind of support it is about in front or behind: `esm-infra/xenial`. */
function codeNamed(words: string): Release | undefined {
  for (const name of words.split('/')) {
    if (Object.hasOwn(DEBIAN_RELEASES, name)) return released('debian', DEBIAN_RELEASES[name]);
    if (Object.hasOwn(UBUNTU_RELEASES, name)) return released('ubuntu', UBUNTU_RELEASES[name]);
  }
  return undefined;
}

function released(id: string | null, series: string | undefined): Release | undefined {
  return series === undefined ? undefined : { id, series };
}
