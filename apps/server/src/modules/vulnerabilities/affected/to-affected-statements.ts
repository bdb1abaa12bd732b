import type { GivenAffectedComponent } from '@tallyman/contract';
import { findCpe, formatCpe } from '@tallyman/cpe';
import { AppError } from '../../../platform/errors.ts';
import { parsePackageUrl } from '../../portfolio/identifiers/package-url.ts';
import type { AffectedCpe, AffectedPackage, VersionBounds } from '../vulnerability-record.ts';
import { findPackage } from './find-package.ts';

interface AffectedStatements {
  readonly packages: readonly AffectedPackage[];
  readonly cpes: readonly AffectedCpe[];
}

/** Throws an error that names the first invalid item and member. */
export function toAffectedStatements(given: readonly GivenAffectedComponent[]): AffectedStatements {
  const packages: AffectedPackage[] = [];
  const cpes: AffectedCpe[] = [];
  for (const [at, item] of given.entries()) {
    if (isCpe(item)) cpes.push(toAffectedCpe(item, at));
    else packages.push(toAffectedPackage(item, at));
  }
  return { packages, cpes };
}

function isCpe({ identityType, identity }: GivenAffectedComponent): boolean {
  return identityType ? identityType === 'CPE' : /^\s*cpe:/i.test(identity);
}

function toAffectedPackage(item: GivenAffectedComponent, at: number): AffectedPackage {
  const purl = item.identity.trim();
  if (!findPackage(purl)) throw invalid(at, 'identity', 'must be a package URL such as pkg:npm/name');
  const versions = [toBounds(item, at, parsePackageUrl(purl)?.version)];
  return { purl, versions };
}

/** An exact version becomes the version attribute of the name. */
function toAffectedCpe(item: GivenAffectedComponent, at: number): AffectedCpe {
  const name = findCpe(item.identity);
  if (!name) throw invalid(at, 'identity', 'must be a CPE such as cpe:2.3:a:vendor:product:*:*:*:*:*:*:*:*');
  const { version, ...bounds } = toBounds(item, at, name.version === '*' ? undefined : name.version);
  if (!version) return { cpe: formatCpe(name), ...bounds };
  const cpe = formatCpe({ ...name, version: item.version?.trim() ? escapeVersion(version) : version });
  if (!findCpe(cpe)) throw invalid(at, 'version', 'cannot be part of a CPE');
  return { cpe, ...bounds };
}

/** In a CPE name a backslash precedes all punctuation except `.`, `-` and `_`. */
function escapeVersion(version: string): string {
  return version.replaceAll(/[^\w.-]/g, (character) => `\\${character}`);
}

/** `EXACT` needs a version, possibly from the identity. `RANGE` uses the bounds; no bound means all versions. */
function toBounds(
  item: GivenAffectedComponent,
  at: number,
  ofIdentity: string | null | undefined,
): VersionBounds {
  const version = item.version?.trim() || ofIdentity || undefined;
  const isExact = item.versionType ? item.versionType === 'EXACT' : Boolean(item.version?.trim());
  if (isExact) {
    if (version) return { version };
    throw invalid(at, 'version', 'is required for versionType EXACT');
  }
  return {
    versionStartIncluding: item.versionStartIncluding?.trim() || undefined,
    versionStartExcluding: item.versionStartExcluding?.trim() || undefined,
    versionEndIncluding: item.versionEndIncluding?.trim() || undefined,
    versionEndExcluding: item.versionEndExcluding?.trim() || undefined,
  };
}

function invalid(at: number, member: string, message: string): AppError {
  return new AppError('invalid', `The ${member} of affected component ${at + 1} ${message}.`, {
    errors: [{ path: `body/affectedComponents/${at}/${member}`, message }],
  });
}
