import { formatVers, schemeOfPurlType, type VersConstraint } from '@tallyman/versions';
import type { VersionBounds } from '../vulnerabilities/vulnerability-record.ts';

/** Formats intervals as a version range specifier, for people. */
export function toVers(purlType: string, versions: readonly VersionBounds[]): string {
  const constraints = versions.flatMap(toConstraints);
  return formatVers({ scheme: purlType, order: schemeOfPurlType(purlType), constraints });
}

function toConstraints(bounds: VersionBounds): VersConstraint[] {
  if (bounds.version) return [{ comparator: '=', version: bounds.version }];
  const constraints = [
    ...constraint('>=', bounds.versionStartIncluding),
    ...constraint('>', bounds.versionStartExcluding),
    ...constraint('<=', bounds.versionEndIncluding),
    ...constraint('<', bounds.versionEndExcluding),
  ];
  return constraints.length > 0 ? constraints : [{ comparator: '*', version: '' }];
}

function constraint(
  comparator: VersConstraint['comparator'],
  version: string | null | undefined,
): VersConstraint[] {
  return version ? [{ comparator, version }] : [];
}
