import { isReadable, schemeOfPurlType, sortKey } from '@tallyman/versions';
import { type PackageUrl, parsePackageUrl, toCoordinates } from '../../portfolio/identifiers/package-url.ts';
import { toMatchingName } from '../../vulnerabilities/affected/to-matching-name.ts';
import { findSourcePackage } from './find-source-package.ts';
import { isComparable } from './is-comparable.ts';

/** A package URL in use, with the version of the component if the URL has none. */
export interface UsedPurl {
  readonly purl: string;
  readonly given_version: string;
}

/** A row of `matching_purl`. */
export interface MatchingPurl extends UsedPurl {
  /** Whether the keys are those of the source package. */
  readonly is_source: boolean;
  readonly coordinates: string;
  readonly package: string | null;
  readonly purl_type: string | null;
  readonly version: string | null;
  readonly scheme: string | null;
  readonly version_key: Uint8Array | null;
  readonly generic_key: Uint8Array | null;
  readonly distro: string | null;
}

export const MATCHING_PURL_COLUMNS = [
  'purl',
  'given_version',
  'is_source',
  'coordinates',
  'package',
  'purl_type',
  'version',
  'scheme',
  'version_key',
  'generic_key',
  'distro',
] as const satisfies readonly (keyof MatchingPurl)[];

/** "The component must have a version": without one the keys are null. */
export function toMatchingPurls(used: UsedPurl): readonly [MatchingPurl, ...MatchingPurl[]] {
  const url = parsePackageUrl(used.purl);
  const coordinates = url ? toCoordinates(url) : used.purl;
  const own = {
    ...used,
    coordinates,
    is_source: false,
    ...(url ? toKeys(url, used.given_version) : NO_KEYS),
  };
  const source = url && findSourcePackage(url);
  if (!source) return [own];
  const ofSource = { ...used, coordinates, is_source: true, ...toKeys(source, used.given_version) };
  return ofSource.package === own.package && ofSource.version === own.version ? [own] : [own, ofSource];
}

type MatchingKeys = Omit<MatchingPurl, 'purl' | 'given_version' | 'coordinates' | 'is_source'>;

function toKeys(url: PackageUrl, givenVersion: string): MatchingKeys {
  const version = toFullVersion(url, url.version ?? givenVersion);
  if (!version) return NO_KEYS;
  const scheme = schemeOfPurlType(url.type);
  return {
    package: toMatchingName(url),
    purl_type: url.type,
    version,
    scheme: isComparable(version) && isReadable(scheme, version) ? scheme : null,
    version_key: sortKey(scheme, version),
    generic_key: scheme === 'generic-nvd' ? null : sortKey('generic-nvd', version),
    distro: toDistro(url),
  };
}

/** A package from the Alpine repository `edge` is matched as `edge`, also in an image of 3.x. */
function toDistro({ type, qualifiers }: PackageUrl): string | null {
  const isFromEdge = type === 'apk' && EDGE.test(qualifiers.get('repository_url') ?? '');
  return isFromEdge ? 'alpine-edge' : (qualifiers.get('distro') ?? null);
}

const EDGE = /(^|[/@])edge(\/|$)/;

const NO_KEYS = {
  package: null,
  purl_type: null,
  version: null,
  scheme: null,
  version_key: null,
  generic_key: null,
  distro: null,
} as const;

/** "deb/rpm `epoch` qualifier: folded into the version." Versions of Go itself have the prefix `go`. */
function toFullVersion({ type, qualifiers }: PackageUrl, version: string): string {
  if (type === 'golang') return version.replace(/^go(?=\d)/, '');
  const epoch = qualifiers.get('epoch');
  const isLabelled = type === 'deb' || type === 'rpm';
  return isLabelled && version && epoch && /^\d+$/.test(epoch) && !/^\d+:/.test(version)
    ? `${epoch}:${version}`
    : version;
}
