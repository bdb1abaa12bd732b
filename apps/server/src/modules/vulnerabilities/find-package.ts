import { toGoModule } from '../portfolio/go-module.ts';
import { formatPackageUrl, parsePackageUrl } from '../portfolio/package-url.ts';
import { toMatchingName } from './to-matching-name.ts';

/** What is longer cannot be indexed, and names nothing. */
const MOST_CHARACTERS = 1_000;

export interface PackageColumns {
  /** By which components are found. */
  readonly package: string;
  /** The canonical URL without version, qualifiers and subpath, where that is another. */
  readonly stated_package: string | null;
  readonly purl_type: string;
  readonly qualifiers: string | null;
  readonly distro: string | null;
}

/** How a package is called here: its URL without version and subpath, qualifiers apart. Of Go, its module. */
export function findPackage(purl: string): PackageColumns | undefined {
  const parsed = parsePackageUrl(purl);
  if (!parsed) return undefined;
  const url = parsed.type === 'golang' ? toGoModule(parsed) : parsed;
  const identity = formatPackageUrl({ ...url, version: null, subpath: null });
  if (identity.length > MOST_CHARACTERS) return undefined;
  const [stated = '', qualifiers] = identity.split('?', 2);
  const name = toMatchingName(url);
  return {
    package: name,
    stated_package: stated === name ? null : stated,
    purl_type: url.type,
    qualifiers: qualifiers ?? null,
    distro: url.qualifiers.get('distro') ?? null,
  };
}
