import type { Hash, HashAlgorithm } from '@tallyman/cyclonedx';

/** The order of the export, so that it does not depend on the order in which hashes are stored. */
const ALGORITHMS: Readonly<Record<string, HashAlgorithm>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  sha3_256: 'SHA3-256',
  sha3_384: 'SHA3-384',
  sha3_512: 'SHA3-512',
  blake2b_256: 'BLAKE2b-256',
  blake2b_384: 'BLAKE2b-384',
  blake2b_512: 'BLAKE2b-512',
  blake3: 'BLAKE3',
  streebog_256: 'Streebog-256',
  streebog_512: 'Streebog-512',
};

const NAMES = Object.entries(ALGORITHMS);

export function hashesToCyclonedx(hashes: Readonly<Record<string, string>> | null): Hash[] | undefined {
  if (!hashes) return undefined;
  const known: Hash[] = [];
  for (const [name, alg] of NAMES) {
    const content = hashes[name];
    if (content) known.push({ alg, content });
  }
  return known.length > 0 ? known : undefined;
}
