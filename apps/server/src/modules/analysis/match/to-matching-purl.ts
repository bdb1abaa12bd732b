import { isReadable, schemeOfPurlType, sortKey } from '@tallyman/versions';
import { formatPackageUrl, type PackageUrl, parsePackageUrl } from '../../portfolio/package-url.ts';

/** A package URL as components have it, with the version of the component where the URL has none. */
export interface UsedPurl {
  readonly purl: string;
  readonly given_version: string;
}

/** A row of `matching_purl`. */
export interface MatchingPurl extends UsedPurl {
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
  'coordinates',
  'package',
  'purl_type',
  'version',
  'scheme',
  'version_key',
  'generic_key',
  'distro',
] as const satisfies readonly (keyof MatchingPurl)[];

/** "The component must have a version": without one there is nothing to match by. */
export function toMatchingPurl({ purl, given_version }: UsedPurl): MatchingPurl {
  const url = parsePackageUrl(purl);
  const version = url && toFullVersion(url, url.version ?? given_version);
  const coordinates = url ? formatPackageUrl({ ...url, qualifiers: new Map(), subpath: null }) : purl;
  if (!url || !version) return { purl, given_version, coordinates, ...NOTHING };
  const scheme = schemeOfPurlType(url.type);
  return {
    purl,
    given_version,
    coordinates,
    package: formatPackageUrl({ ...url, version: null, qualifiers: new Map(), subpath: null }),
    purl_type: url.type,
    version,
    scheme: isReadable(scheme, version) ? scheme : null,
    version_key: sortKey(scheme, version),
    generic_key: scheme === 'generic-nvd' ? null : sortKey('generic-nvd', version),
    distro: url.qualifiers.get('distro') ?? null,
  };
}

const NOTHING = {
  package: null,
  purl_type: null,
  version: null,
  scheme: null,
  version_key: null,
  generic_key: null,
  distro: null,
} as const;

/** "deb/rpm `epoch` qualifier: folded into the version." */
function toFullVersion({ type, qualifiers }: PackageUrl, version: string): string {
  const epoch = qualifiers.get('epoch');
  const isLabelled = type === 'deb' || type === 'rpm';
  return isLabelled && version && epoch && /^\d+$/.test(epoch) && !/^\d+:/.test(version)
    ? `${epoch}:${version}`
    : version;
}
