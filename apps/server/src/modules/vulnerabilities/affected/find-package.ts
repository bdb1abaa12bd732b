import { toGoModule } from '../../portfolio/identifiers/go-module.ts';
import { formatPackageUrl, parsePackageUrl } from '../../portfolio/identifiers/package-url.ts';
import { toMatchingName } from './to-matching-name.ts';

/** Longer names do not fit into the index and are not real. */
const MAX_CHARACTERS = 1_000;

export interface PackageColumns {
  /** The matching name, by which components are found. */
  readonly package: string;
  /** The canonical URL without version, qualifiers and subpath, if it differs from the matching name. */
  readonly stated_package: string | null;
  readonly purl_type: string;
  readonly qualifiers: string | null;
  readonly distro: string | null;
}

/** The columns that identify a package. Returns undefined if the text is not a package URL or too long. */
export function findPackage(purl: string): PackageColumns | undefined {
  const parsed = parsePackageUrl(purl);
  if (!parsed) return undefined;
  const url = parsed.type === 'golang' ? toGoModule(parsed) : parsed;
  const identity = formatPackageUrl({ ...url, version: null, subpath: null });
  if (identity.length > MAX_CHARACTERS) return undefined;
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
