import { toGoModule } from './go-module.ts';
import { type PackageTypeRules, packageTypes } from './package-url-types.ts';

/** The parts of a package URL, decoded and normalised by the rules of its type. */
export interface PackageUrl {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  /** Sorted by key. */
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | null;
}

interface Purl {
  /** The canonical form. Equal package URLs have equal canonical forms. */
  readonly purl: string;
  /** Package and version: see `toCoordinates`. */
  readonly coordinates: string;
}

/** Returns undefined if the text is not a package URL. */
export function toPurl(text: string): Purl | undefined {
  const parsed = parsePackageUrl(text);
  if (!parsed) return undefined;
  const path = formatCoordinates(parsed);
  const coordinates = parsed.subpath === null ? path : toCoordinates(parsed);
  return { purl: path + formatRest(parsed), coordinates };
}

/** The canonical form without qualifiers and subpath. For Go, a subpath that belongs to the module path stays. */
export function toCoordinates(url: PackageUrl): string {
  return formatCoordinates(url.type === 'golang' ? toGoModule(url) : url);
}

const TYPE = /^[a-z][a-z0-9.+-]*$/;
const QUALIFIER_KEY = /^[a-z][a-z0-9._-]*$/;

export function parsePackageUrl(text: string): PackageUrl | undefined {
  const [beforeSubpath, subpath] = splitAtLast(text.trim(), '#');
  const [path, query] = splitAtLast(beforeSubpath, '?');
  const colon = path.indexOf(':');
  if (path.slice(0, colon).toLowerCase() !== 'pkg') return undefined;
  try {
    return parsePath(
      path.slice(colon + 1).replace(/^\/+/, ''),
      parseQualifiers(query),
      decodePath(subpath, isMeaningful),
    );
  } catch (error) {
    if (error instanceof URIError || error instanceof InvalidPackageUrl) return undefined;
    throw error;
  }
}

export function formatPackageUrl(url: PackageUrl): string {
  return formatCoordinates(url) + formatRest(url);
}

function formatRest({ qualifiers, subpath }: PackageUrl): string {
  const pairs = Array.from(qualifiers, ([key, value]) => `${key}=${encode(value)}`);
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return subpath === null ? query : `${query}#${encodePath(subpath)}`;
}

function formatCoordinates({ type, namespace, name, version }: PackageUrl): string {
  const path = type === 'git' ? encodePath(name) : encode(name);
  const prefix = namespace === null ? '' : `${encodePath(namespace)}/`;
  return `pkg:${type}/${prefix}${path}${version === null ? '' : `@${encode(version)}`}`;
}

class InvalidPackageUrl extends Error {}

function parsePath(path: string, qualifiers: PackageUrl['qualifiers'], subpath: string | null): PackageUrl {
  const slash = path.indexOf('/');
  const type = path.slice(0, slash).toLowerCase();
  if (slash < 0 || !TYPE.test(type)) throw new InvalidPackageUrl();
  const [location, version] = splitVersion(path.slice(slash + 1));
  const nameAt = startOfName(type, location);
  return normalise({
    type,
    namespace: decodePath(location.slice(0, nameAt)),
    name: decode(location.slice(nameAt)),
    version: version === undefined ? null : decode(version) || null,
    qualifiers,
    subpath,
  });
}

/** An `@` after a slash starts an npm scope that is not encoded (`@scope/name`), not a version. */
function splitVersion(path: string): [location: string, version: string | undefined] {
  const at = path.lastIndexOf('@');
  const startsScope = (at === 0 || path[at - 1] === '/') && path.indexOf('/', at) >= 0;
  const [location, version] =
    at < 0 || startsScope ? [path, undefined] : [path.slice(0, at), path.slice(at + 1)];
  return [version === undefined ? location.replace(/\/+$/, '') : location, version];
}

/** The name is the last segment; for type `git` it is everything after the host. */
function startOfName(type: string, location: string): number {
  return (type === 'git' ? location.indexOf('/') : location.lastIndexOf('/')) + 1;
}

function normalise(url: PackageUrl): PackageUrl {
  if (url.name === '') throw new InvalidPackageUrl();
  const rules = Object.hasOwn(packageTypes, url.type) ? packageTypes[url.type] : undefined;
  if (!rules) return url;
  const normal = rules.lowerCase ? applyCase(url, rules.lowerCase) : url;
  requireRules(normal, rules);
  const name = normaliseName(normal);
  return name === normal.name ? normal : { ...normal, name };
}

function applyCase(url: PackageUrl, lowerCase: NonNullable<PackageTypeRules['lowerCase']>): PackageUrl {
  const { namespace, name, version } = url;
  return {
    ...url,
    namespace: lowerCase.includes('namespace') ? (namespace?.toLowerCase() ?? null) : namespace,
    name: lowerCase.includes('name') ? name.toLowerCase() : name,
    version: lowerCase.includes('version') ? (version?.toLowerCase() ?? null) : version,
  };
}

function requireRules(url: PackageUrl, rules: PackageTypeRules): void {
  const broken =
    (rules.namespace === 'required' && url.namespace === null) ||
    (rules.namespace === 'prohibited' && url.namespace !== null) ||
    (rules.name && !rules.name.test(url.name)) ||
    (rules.version && url.version !== null && !rules.version.test(url.version)) ||
    (rules.qualifier !== undefined && !url.qualifiers.has(rules.qualifier));
  if (broken) throw new InvalidPackageUrl();
}

function normaliseName({ type, name, qualifiers }: PackageUrl): string {
  if (type === 'pypi') return name.replaceAll('_', '-');
  if (type === 'pub') return name.replaceAll(/[^a-z0-9]/g, '_');
  const isDatabricks = type === 'mlflow' && qualifiers.get('repository_url')?.includes('databricks');
  return isDatabricks ? name.toLowerCase() : name;
}

/** A qualifier without a value counts as absent. */
function parseQualifiers(query: string | undefined): Map<string, string> {
  const pairs: [string, string][] = [];
  for (const pair of query ? query.split('&') : []) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const key = pair.slice(0, equals).toLowerCase();
    if (!QUALIFIER_KEY.test(key)) throw new InvalidPackageUrl();
    const value = decode(pair.slice(equals + 1));
    if (value !== '') pairs.push([key, value]);
  }
  return new Map(pairs.length > 1 ? pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) : pairs);
}

function splitAtLast(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Decodes the segments and drops empty ones. */
function decodePath(path: string | undefined, keep = (segment: string) => segment !== ''): string | null {
  if (!path) return null;
  return path.split('/').map(decode).filter(keep).join('/') || null;
}

function isMeaningful(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..';
}

function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

function encodePath(path: string): string {
  return path.includes('/') ? path.split('/').map(encode).join('/') : encode(path);
}

const PLAIN = /^[\w.~:-]*$/;

/** Encodes everything but letters, digits and `. - _ ~ :`. */
function encode(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
