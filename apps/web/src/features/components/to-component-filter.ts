import type { HashType } from '@tallyman/contract';

interface ComponentFilter {
  readonly name_contains?: string;
  readonly purl_prefix?: string;
  readonly cpe?: string;
  readonly hash?: string;
  readonly hash_type?: HashType;
}

/** The usual algorithm for each number of hexadecimal digits. */
const HASH_TYPES: Readonly<Record<number, HashType>> = {
  32: 'MD5',
  40: 'SHA1',
  64: 'SHA_256',
  96: 'SHA_384',
  128: 'SHA_512',
};

/** What a text means: a package URL, a CPE name, a hash, or else a part of a name. */
export function toComponentFilter(text: string): ComponentFilter {
  if (/^pkg:[^/]+\/./.test(text)) return { purl_prefix: text };
  if (/^cpe:/.test(text)) return { cpe: text };
  const hash_type = /^[0-9a-f]+$/i.test(text) ? HASH_TYPES[text.length] : undefined;
  return hash_type ? { hash: text, hash_type } : { name_contains: text };
}
