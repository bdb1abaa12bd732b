import type { Hash } from '@tallyman/cyclonedx';

/** The names of hash algorithms in the API. */
const NAMES: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA3-256': 'sha3_256',
  'SHA3-384': 'sha3_384',
  'SHA3-512': 'sha3_512',
  'BLAKE2b-256': 'blake2b_256',
  'BLAKE2b-384': 'blake2b_384',
  'BLAKE2b-512': 'blake2b_512',
  BLAKE3: 'blake3',
  'Streebog-256': 'streebog_256',
  'Streebog-512': 'streebog_512',
};

export function toHashes(hashes: readonly Hash[] | undefined): Record<string, string> | null {
  if (!hashes?.length) return null;
  const named: Record<string, string> = {};
  for (const { alg, content } of hashes) {
    const name = NAMES[alg];
    // A document that was not validated may lack it.
    if (name !== undefined && content) named[name] = content.toLowerCase();
  }
  return Object.keys(named).length > 0 ? named : null;
}
