import { toGoModule } from '../../portfolio/identifiers/go-module.ts';
import { formatPackageUrl, type PackageUrl } from '../../portfolio/identifiers/package-url.ts';
import { findDistribution, toDistroNamespace } from './distributions.ts';

/**
 * The name by which components match affected packages: the package URL without version, qualifiers and subpath,
 * normalised so that all spellings of one package are equal. Packages that registries distinguish stay distinct. For Go
 * the subpath is part of the module path.
 */
export function toMatchingName(url: PackageUrl): string {
  return formatPackageUrl({ ...fold(url), version: null, qualifiers: new Map(), subpath: null });
}

function fold(url: PackageUrl): PackageUrl {
  switch (url.type) {
    case 'pypi':
      // PEP 503: "runs of -, _ and ." are one "-".
      return { ...url, name: url.name.replaceAll(/[-_.]+/g, '-') };
    case 'nuget':
    case 'swift':
      return inLowerCase(url);
    case 'golang':
      return ofGo(inLowerCase(toGoModule(url)));
    case 'apk':
    case 'deb':
    case 'rpm':
      return { ...url, namespace: namespaceOf(url) };
    default:
      return url;
  }
}

/** Some tools lower-case these names, others do not. */
function inLowerCase(url: PackageUrl): PackageUrl {
  return { ...url, namespace: url.namespace?.toLowerCase() ?? null, name: url.name.toLowerCase() };
}

/** The standard library is `std` as a module and `stdlib` in advisories. */
function ofGo(url: PackageUrl): PackageUrl {
  return url.namespace === null && url.name === 'std' ? { ...url, name: 'stdlib' } : url;
}

/** Some tools omit the namespace and name the distribution in a qualifier. */
function namespaceOf({ namespace, qualifiers }: PackageUrl): string | null {
  const name = namespace ?? findDistribution(qualifiers.get('distro') ?? '')?.id;
  return name === undefined ? null : toDistroNamespace(name);
}
