import { type JsonObject, toText } from '../../../platform/read-json.ts';
import { findPackage } from '../../vulnerabilities/affected/find-package.ts';
import { toDistro } from './to-distro.ts';

/** Package URL types of OSV ecosystems, with the namespace for distributions. */
const TYPES: Readonly<Record<string, string>> = {
  AlmaLinux: 'rpm/almalinux',
  Alpine: 'apk/alpine',
  'Azure Linux': 'rpm/azure-linux',
  Bioconductor: 'bioconductor',
  Bitnami: 'bitnami',
  Chainguard: 'apk/chainguard',
  ConanCenter: 'conan',
  CRAN: 'cran',
  'crates.io': 'cargo',
  Debian: 'deb/debian',
  Echo: 'deb/echo',
  'GitHub Actions': 'github',
  Go: 'golang',
  Hackage: 'hackage',
  Hex: 'hex',
  Mageia: 'rpm/mageia',
  Maven: 'maven',
  MinimOS: 'apk/minimos',
  npm: 'npm',
  NuGet: 'nuget',
  opam: 'opam',
  openEuler: 'rpm/openeuler',
  openSUSE: 'rpm/opensuse',
  'OSS-Fuzz': 'generic',
  Packagist: 'composer',
  Pub: 'pub',
  PyPI: 'pypi',
  'Red Hat': 'rpm/redhat',
  'Rocky Linux': 'rpm/rocky-linux',
  RubyGems: 'gem',
  SUSE: 'rpm/suse',
  SwiftURL: 'swift',
  Ubuntu: 'deb/ubuntu',
  VSCode: 'vscode-extension',
  Wolfi: 'apk/wolfi',
};

/**
 * Returns the package of an OSV record: its package URL, or one built from ecosystem and name if that is missing or
 * invalid. Contract: "`distro` qualifier added for Alpine, Debian, Ubuntu, Red Hat", and for other distributions with
 * releases. The release is taken from the ecosystem, because publishers write different package URLs.
 */
export function toPackageUrl(affected: JsonObject): string | undefined {
  const { base, release } = splitEcosystem(toText(affected.ecosystem) ?? '');
  const purl = givenUrl(base, toText(affected.purl)) ?? builtUrl(base, toText(affected.name));
  if (purl === undefined) return undefined;
  const distro = toDistro(base, release);
  return distro === undefined ? purl : withDistro(purl, distro);
}

/** In `Ubuntu:22.04:LTS`, the text after the first colon is the release. */
function splitEcosystem(ecosystem: string): { base: string; release: string } {
  const colon = ecosystem.indexOf(':');
  if (colon < 0) return { base: ecosystem, release: '' };
  return { base: ecosystem.slice(0, colon), release: ecosystem.slice(colon + 1) };
}

/**
 * Rejects a package URL of another type than that of the ecosystem, such as `pkg:alpine/…`, and one with qualifiers
 * after `&`, which would become part of the name.
 */
function givenUrl(ecosystem: string, purl: string | undefined): string | undefined {
  const named = purl === undefined || /^[^?#]*&/.test(purl) ? undefined : findPackage(purl);
  const type = typeOf(ecosystem)?.split('/')[0];
  return named && (type === undefined || type === named.purl_type) ? purl : undefined;
}

function typeOf(ecosystem: string): string | undefined {
  return Object.hasOwn(TYPES, ecosystem) ? TYPES[ecosystem] : undefined;
}

function builtUrl(ecosystem: string, name: string | undefined): string | undefined {
  const type = typeOf(ecosystem);
  if (type === undefined || name === undefined) return undefined;
  return `pkg:${type}/${encodePath(toPath(ecosystem, name))}`;
}

function toPath(ecosystem: string, name: string): string {
  if (ecosystem === 'Maven') return name.replace(':', '/');
  if (ecosystem === 'SwiftURL') return name.replace(/^[a-z]+:\/\//, '').replace(/\.git$/, '');
  return name;
}

/** Most names need no encoding, and this test is faster. */
const PLAIN = /^[\w./~-]*$/;

function encodePath(path: string): string {
  return PLAIN.test(path) ? path : path.split('/').map(encodeURIComponent).join('/');
}

function withDistro(purl: string, distro: string): string {
  const [path = '', query = ''] = purl.split('?', 2);
  const others = query.split('&').filter((pair) => pair !== '' && !/^distro=/i.test(pair));
  return `${path}?${[...others, `distro=${distro}`].join('&')}`;
}
