import { compare, schemeOfPurlType } from '@tallyman/versions';
import type { PackageVersion } from './package-version.ts';

/** Compares two versions in the order of the package's ecosystem. A missing version is the oldest. */
export function orderVersions(a: PackageVersion, b: PackageVersion): number {
  if (a.version === b.version) return 0;
  if (a.version === null) return -1;
  if (b.version === null) return 1;
  return compare(schemeOfPurlType(typeOf(a.purlPackage ?? b.purlPackage)), a.version, b.version);
}

function typeOf(purlPackage: string | null): string {
  return purlPackage?.slice('pkg:'.length).split('/', 1)[0] ?? '';
}
