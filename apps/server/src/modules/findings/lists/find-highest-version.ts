import { compare, schemeOfPurlType } from '@tallyman/versions';
import { parsePackageUrl } from '../../portfolio/identifiers/package-url.ts';

/** Compares versions as the ecosystem of the package URL does. Returns undefined if there are none. */
export function findHighestVersion(purl: string | null, versions: readonly string[]): string | undefined {
  const type = purl === null ? undefined : parsePackageUrl(purl)?.type;
  const scheme = schemeOfPurlType(type ?? '');
  const [first, ...others] = versions;
  if (first === undefined) return undefined;
  return others.reduce(
    (highest, version) => (compare(scheme, version, highest) > 0 ? version : highest),
    first,
  );
}
