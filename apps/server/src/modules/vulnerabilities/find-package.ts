import { formatPackageUrl, parsePackageUrl } from '../portfolio/package-url.ts';

/** What is longer cannot be indexed, and names nothing. */
const MOST_CHARACTERS = 1_000;

export interface PackageColumns {
  readonly package: string;
  readonly purl_type: string;
  readonly qualifiers: string | null;
  readonly distro: string | null;
}

/** How a package is called here: its canonical URL without version and subpath, qualifiers apart. */
export function findPackage(purl: string): PackageColumns | undefined {
  const url = parsePackageUrl(purl);
  if (!url) return undefined;
  const identity = formatPackageUrl({ ...url, version: null, subpath: null });
  if (identity.length > MOST_CHARACTERS) return undefined;
  const [name = '', qualifiers] = identity.split('?', 2);
  const distro = url.qualifiers.get('distro') ?? null;
  return { package: name, purl_type: url.type, qualifiers: qualifiers ?? null, distro };
}
