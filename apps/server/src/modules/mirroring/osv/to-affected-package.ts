import { intervalContains, type Scheme, schemeOfPurlType, sortKey } from '@tallyman/versions';
import { type JsonObject, toObject, toObjects, toText, toTexts } from '../../../platform/read-json.ts';
import { schemeOfBounds, toKeyInterval } from '../../vulnerabilities/affected/version-keys.ts';
import type { AffectedPackage, VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';
import { toVers } from '../to-vers.ts';
import { toBounds } from './to-bounds.ts';
import { toPackageUrl } from './to-package-url.ts';

/** Maps one element of `affected`. Returns undefined if it has no package or no versions. */
export function toAffectedPackage(affected: JsonObject, isMalware: boolean): AffectedPackage[] {
  const purl = toPackageUrl(toObject(affected.package));
  if (purl === undefined) return [];
  const type = purl.slice('pkg:'.length, purl.indexOf('/')).toLowerCase();
  const versions = toVersions(schemeOfPurlType(type), affected, isMalware);
  if (versions.length === 0) return [];
  const affectedVersions = versions.length === 1 ? { versions } : { versions, vers: toVers(type, versions) };
  return [purl, ...toImportedPackages(purl, affected)].map((named) => ({ purl: named, ...affectedVersions }));
}

/** More than any record has. Protects the database from hostile records. */
const MAX_IMPORTS = 200;

/**
 * Go records list the affected packages of a module. A component whose subpath is such a package is affected as well.
 * Other subpaths may be packages or separate modules, which is unknown.
 */
function toImportedPackages(purl: string, affected: JsonObject): string[] {
  const name = toText(toObject(affected.package).name);
  if (name === undefined || !purl.startsWith('pkg:golang/') || purl.includes('#')) return [];
  const paths = toObjects(toObject(affected.ecosystem_specific).imports).flatMap(
    ({ path }) => toText(path) ?? [],
  );
  const inside = paths.filter((path) => path.startsWith(`${name}/`)).slice(0, MAX_IMPORTS);
  return inside.map(
    (path) =>
      `${purl}#${path
        .slice(name.length + 1)
        .split('/')
        .map(encodeURIComponent)
        .join('/')}`,
  );
}

/**
 * Combines ranges and listed versions. For a malicious package only the listed versions count: an open range beside
 * them would include the harmless versions that a registry publishes afterwards.
 */
function toVersions(scheme: Scheme, affected: JsonObject, isMalware: boolean): VersionBounds[] {
  const listed = toTexts(affected.versions);
  const ranges = toObjects(affected.ranges).filter(({ type }) => type !== 'GIT');
  const intervals = closeLast(
    ranges.flatMap((range) => toBounds(scheme, range)),
    toObject(affected.database_specific),
  );
  if (isMalware && listed.length > 0 && intervals.some(isOpen)) return listed.map((version) => ({ version }));
  return [...intervals, ...listOutside(scheme, intervals, listed)];
}

function isOpen({ versionEndExcluding, versionEndIncluding }: VersionBounds): boolean {
  return versionEndExcluding === undefined && versionEndIncluding === undefined;
}

/** Contract: "`last_known_affected_version_range` is used only if the last interval has no upper bound". */
function closeLast(intervals: VersionBounds[], extra: JsonObject): VersionBounds[] {
  const last = intervals.at(-1);
  const [, comparator, version] =
    /^\s*(<=?)\s*(\S+)\s*$/.exec(toText(extra.last_known_affected_version_range) ?? '') ?? [];
  if (last === undefined || !isOpen(last) || version === undefined) return intervals;
  const end = comparator === '<' ? { versionEndExcluding: version } : { versionEndIncluding: version };
  return [...intervals.slice(0, -1), { ...last, ...end }];
}

/** Most lists repeat the ranges; only other versions are kept. */
function listOutside(
  scheme: Scheme,
  intervals: readonly VersionBounds[],
  listed: readonly string[],
): VersionBounds[] {
  if (listed.length === 0 || intervals.some((bounds) => Object.keys(bounds).length === 0)) {
    return listed.length === 0 || intervals.length > 0 ? [] : listed.map((version) => ({ version }));
  }
  const readable = intervals.filter((bounds) => schemeOfBounds(scheme, bounds) === scheme);
  const keys = readable.map((bounds) => toKeyInterval(scheme, bounds));
  const isInside = (version: string) => {
    const key = sortKey(scheme, version);
    return keys.some((interval) => intervalContains(interval, key));
  };
  return [...new Set(listed)].filter((version) => !isInside(version)).map((version) => ({ version }));
}
