import type { Scheme } from './scheme.ts';

/**
 * Types whose versions follow the scheme of another type: npm, Hex, Swift and others use semantic versions, CocoaPods
 * the rules of RubyGems, opam those of Debian.
 */
const schemeByType: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  ['alpm', 'alpm'],
  ['apk', 'apk'],
  ['bitnami', 'bitnami'],
  ['cargo', 'cargo'],
  ['clojars', 'maven'],
  ['cocoapods', 'gem'],
  ['composer', 'composer'],
  ['conan', 'conan'],
  ['cpan', 'cpan'],
  ['cran', 'cran'],
  ['deb', 'deb'],
  ['ebuild', 'gentoo'],
  ['gem', 'gem'],
  ['golang', 'go'],
  ['gradle', 'maven'],
  ['hackage', 'hackage'],
  ['hex', 'semver'],
  ['ivy', 'maven'],
  ['julia', 'semver'],
  ['maven', 'maven'],
  ['npm', 'semver'],
  ['nuget', 'nuget'],
  ['opam', 'deb'],
  ['pub', 'pub'],
  ['pypi', 'pypi'],
  ['rpm', 'rpm'],
  ['swift', 'semver'],
  ['vscode-extension', 'semver'],
]);

/** The version scheme of a package URL type; `generic-nvd` if the type has none. */
export function schemeOfPurlType(type: string): Scheme {
  return schemeByType.get(type.toLowerCase()) ?? 'generic-nvd';
}
