import { cpeMatches } from '@tallyman/cpe';
import { intervalContains, isReadable, schemeOfPurlType } from '@tallyman/versions';
import { toKeyInterval } from '../../vulnerabilities/affected/version-keys.ts';
import type { VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';
import { isComparable } from './is-comparable.ts';
import { isForPlatform } from './is-for-platform.ts';
import { boundTexts, matchDistro } from './match-distro.ts';
import { readCpe } from './read-cpe.ts';

/** The stored bounds of a statement about affected versions. */
export interface BoundRow {
  readonly version_start_including: string | null;
  readonly version_start_excluding: string | null;
  readonly version_end_including: string | null;
  readonly version_end_excluding: string | null;
}

/** A package that may be affected, which SQL could not decide. */
export interface PackageCandidate extends BoundRow {
  readonly purl_type: string;
  readonly component_version: string;
  /** Null if the version cannot be parsed in the scheme of the type. Keys were not compared then. */
  readonly component_scheme: string | null;
  readonly generic_key: Uint8Array | null;
  readonly component_distro: string | null;
  readonly version: string | null;
  readonly distro: string | null;
}

/** A component whose part, vendor and product match those of a criterion. */
export interface CpeCandidate extends BoundRow {
  readonly component_cpe: string;
  /** The type of the component's package URL. */
  readonly purl_type: string | null;
  readonly cpe: string;
}

/** "Then distro check, then range check." */
export function matchPackage(candidate: PackageCandidate): boolean {
  const { purl_type, component_distro, component_version, distro } = candidate;
  const bounds = toBounds(candidate);
  const ours = { distro: component_distro, versions: [component_version] };
  if (!matchDistro(purl_type, { distro, versions: boundTexts(bounds) }, ours)) return false;
  return candidate.component_scheme !== null || matchGenerically(candidate, bounds);
}

/** "If a bound or the version cannot be parsed in that scheme, everything is compared generically." */
function matchGenerically(candidate: PackageCandidate, bounds: VersionBounds): boolean {
  const { generic_key, component_version } = candidate;
  if (!isComparable(component_version))
    return boundTexts(bounds).every((text) => text === component_version && bounds.version === text);
  return generic_key !== null && intervalContains(toKeyInterval('generic-nvd', bounds), generic_key);
}

/** "Scheme is that of the component's purl type if known, else generic." */
export function matchCpe(candidate: CpeCandidate): boolean {
  const { cpe, component_cpe, purl_type } = candidate;
  const name = readCpe(component_cpe);
  const criterion = readCpe(cpe);
  if (!name || !criterion || !isForPlatform(criterion.targetSw, purl_type)) return false;
  const bounds = toBounds(candidate);
  if (isUncomparable(name.version) && boundTexts(bounds).length > 0) return false;
  const scheme = schemeOfPurlType(purl_type ?? '');
  const versions = [name.version.replaceAll(/\\(.)/gs, '$1'), ...boundTexts(bounds)];
  const order = versions.every((version) => isReadable(scheme, version)) ? scheme : 'generic-nvd';
  return cpeMatches({ cpe: criterion, ...bounds }, name, order);
}

function isUncomparable(version: string): boolean {
  return version !== '*' && version !== '-' && !isComparable(version);
}

export function toBounds(row: BoundRow & { readonly version?: string | null }): VersionBounds {
  return {
    version: row.version,
    versionStartIncluding: row.version_start_including,
    versionStartExcluding: row.version_start_excluding,
    versionEndIncluding: row.version_end_including,
    versionEndExcluding: row.version_end_excluding,
  };
}
