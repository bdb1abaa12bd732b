import { toGithubBounds } from '../../src/modules/mirroring/github/to-github-bounds.ts';
import type { VersionBounds } from '../../src/modules/vulnerabilities/vulnerability-record.ts';

/** An advisory of a scanner's database. */
export interface ScannerAdvisory {
  readonly source: string;
  readonly package: string;
  readonly vulnerability: string;
  readonly advisory: {
    readonly FixedVersion?: string;
    readonly VulnerableVersions?: readonly string[];
    readonly Entries?: unknown;
  } | null;
}

/** Prefix of package URLs and `distro` by the names that the scanner has for its sources. */
const SOURCES: readonly (readonly [RegExp, (release: string) => readonly [string, string?]])[] = [
  [/^alma (\d+)$/, (release) => ['rpm/almalinux', `almalinux-${release}`]],
  [/^rocky (\d+)$/, (release) => ['rpm/rocky-linux', `rocky-${release}`]],
  [/^amazon linux (\d+)$/, (release) => ['rpm/amzn', `amzn-${release}`]],
  [/^Oracle Linux (\d+)$/, (release) => ['rpm/ol', `ol-${release}`]],
  [/^Photon OS (.+)$/, (release) => ['rpm/photon', `photon-${release}`]],
  [/^CBL-Mariner (.+)$/, (release) => ['rpm/azure-linux', `azurelinux-${release}`]],
  [/^openSUSE Leap (.+)$/, (release) => ['rpm/opensuse', `opensuse-leap-${release}`]],
  [/^openSUSE Tumbleweed()$/, () => ['rpm/opensuse', 'opensuse-tumbleweed']],
  [/^alpine (.+)$/, (release) => ['apk/alpine', `alpine-${release}`]],
  [/^debian (.+)$/, (release) => ['deb/debian', `debian-${release}`]],
  [/^ubuntu (.+)$/, (release) => ['deb/ubuntu', `ubuntu-${release}`]],
  [/^(composer|conan|cocoapods|maven|npm|nuget|pub|swift|k8s)::/, (type) => [type]],
  [/^pip::()/, () => ['pypi']],
  [/^go::()/, () => ['golang']],
  [/^erlang::()/, () => ['hex']],
  [/^rubygems::()/, () => ['gem']],
];

/** Undefined if it is not matched by package versions. */
export function toAffected(
  advisory: ScannerAdvisory,
): { purl: string; versions: VersionBounds[] } | undefined {
  for (const [pattern, toPrefix] of SOURCES) {
    const release = pattern.exec(advisory.source)?.[1];
    if (release === undefined) continue;
    const [prefix, distro] = toPrefix(release);
    const path = prefix === 'k8s' ? encodeURIComponent(advisory.package) : advisory.package.replace(':', '/');
    const versions = toVersions(advisory, distro !== undefined);
    return versions && { purl: `pkg:${prefix}/${path}${distro ? `?distro=${distro}` : ''}`, versions };
  }
  return undefined;
}

/** Without a fix, all versions of a distribution package are affected. */
function toVersions({ advisory }: ScannerAdvisory, isOfDistro: boolean): VersionBounds[] | undefined {
  if (isOfDistro) return [advisory?.FixedVersion ? { versionEndExcluding: advisory.FixedVersion } : {}];
  const ranges = advisory?.VulnerableVersions?.map((range) => toGithubBounds(range));
  return ranges?.every((bounds) => bounds !== undefined) ? ranges : undefined;
}
