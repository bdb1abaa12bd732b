export const PREFIX = 'svc.';

/** The former prefixes. Files of Dependency-Track use `alpine.` and `dt.`. */
const OLD_PREFIXES = ['legacy.', 'alpine.', 'dt.'] as const;

/**
 * The form in which names are compared: `svc.http.max-body-bytes`, `svc.http.max.body.bytes` and
 * `SVC_HTTP_MAX_BODY_BYTES` are one name, because environment variables do not distinguish them.
 */
export function toKey(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase();
}

/** Contract "Versioning" 4: upper case, with `_` for every other character. */
export function toEnvironmentName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '_').toUpperCase();
}

type NamePrefix = 'new' | 'old' | 'none';

export interface SplitKey {
  readonly prefix: NamePrefix;
  /** The key without prefix. */
  readonly rest: string;
}

const OLD_PREFIX = new RegExp(`^(?:${OLD_PREFIXES.map(toKey).join('|')})_(?=.)`);

export function splitKey(key: string): SplitKey {
  if (/^SVC_./.test(key)) return { prefix: 'new', rest: key.slice('SVC_'.length) };
  const old = OLD_PREFIX.exec(key);
  return old ? { prefix: 'old', rest: key.slice(old[0].length) } : { prefix: 'none', rest: key };
}

export function withoutPrefix(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}
