import { toGoModule } from '../portfolio/go-module.ts';
import { formatPackageUrl, type PackageUrl } from '../portfolio/package-url.ts';
import { findDistribution, toDistroNamespace } from './distributions.ts';

/**
 * The name by which components and affected packages find each other: the package URL without version, qualifiers and
 * subpath, in the one form that all spellings of the same package have. What registries tell apart stays apart. Of Go,
 * the subpath is part of the module's path.
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

/** Some tools write these names in lower case, others as they are. */
function inLowerCase(url: PackageUrl): PackageUrl {
  return { ...url, namespace: url.namespace?.toLowerCase() ?? null, name: url.name.toLowerCase() };
}

/** The standard library is called by its module or by what advisories call it. */
function ofGo(url: PackageUrl): PackageUrl {
  return url.namespace === null && url.name === 'std' ? { ...url, name: 'stdlib' } : url;
}

/** Some tools leave the namespace out and say whose package it is in a qualifier. */
function namespaceOf({ namespace, qualifiers }: PackageUrl): string | null {
  const name = namespace ?? findDistribution(qualifiers.get('distro') ?? '')?.id;
  return name === undefined ? null : toDistroNamespace(name);
}
