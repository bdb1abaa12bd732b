/** The names of the supported version schemes. */
export const schemes = [
  'alpm',
  'apk',
  'bitnami',
  'cargo',
  'composer',
  'conan',
  'cpan',
  'cran',
  'datetime',
  'deb',
  'gem',
  'generic-nvd',
  'gentoo',
  'go',
  'hackage',
  'intdot',
  'jvm',
  'lexicographic',
  'maven',
  'nuget',
  'openssl',
  'pub',
  'pypi',
  'rpm',
  'rpm-label',
  'semver',
] as const;

export type Scheme = (typeof schemes)[number];

const known: ReadonlySet<string> = new Set(schemes);

export function isScheme(name: string): name is Scheme {
  return known.has(name);
}
