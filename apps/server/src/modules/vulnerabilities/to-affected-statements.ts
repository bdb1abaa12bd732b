import type { GivenAffectedComponent } from '@tallyman/contract';
import { findCpe, formatCpe } from '@tallyman/cpe';
import { AppError } from '../../platform/errors.ts';
import { parsePackageUrl } from '../portfolio/package-url.ts';
import { findPackage } from './find-package.ts';
import type { AffectedCpe, AffectedPackage, VersionBounds } from './vulnerability-record.ts';

interface AffectedStatements {
  readonly packages: readonly AffectedPackage[];
  readonly cpes: readonly AffectedCpe[];
}

/** What somebody wrote down as affected, or a refusal that names what is wrong with which item. */
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

/** An exact version becomes part of the name: that is where a criterion has it. */
function toAffectedCpe(item: GivenAffectedComponent, at: number): AffectedCpe {
  const name = findCpe(item.identity);
  if (!name) throw invalid(at, 'identity', 'must be a CPE such as cpe:2.3:a:vendor:product:*:*:*:*:*:*:*:*');
  const { version, ...bounds } = toBounds(item, at, name.version === '*' ? undefined : name.version);
  if (!version) return { cpe: formatCpe(name), ...bounds };
  const cpe = formatCpe({ ...name, version: item.version?.trim() ? withBackslashes(version) : version });
  if (!findCpe(cpe)) throw invalid(at, 'version', 'cannot be part of a CPE');
  return { cpe, ...bounds };
}

/** In a name every punctuation but `.`, `-` and `_` stands behind a backslash. */
function withBackslashes(version: string): string {
  return version.replaceAll(/[^\w.-]/g, (sign) => `\\${sign}`);
}

/** `EXACT` needs a version, be it that of the identity; `RANGE` takes the bounds, none of which means all versions. */
function toBounds(
  item: GivenAffectedComponent,
  at: number,
  ofIdentity: string | null | undefined,
): VersionBounds {
  const version = item.version?.trim() || ofIdentity || undefined;
  const isExact = item.versionType ? item.versionType === 'EXACT' : Boolean(item.version?.trim());
  if (isExact) {
    if (version) return { version };
    throw invalid(at, 'version', 'is needed where the versionType is EXACT');
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
