import type { KeyWriter } from '../key/key-writer.ts';
import { digitsEnd } from '../key/scan.ts';
import { writeSemverKey } from './semver.ts';

/** Bitnami: semantic versions followed by the revision of the image (`2.3.1-4`), which is ignored. Key: as semver. */
export function writeBitnamiKey(writer: KeyWriter, version: string): boolean {
  const hyphen = version.lastIndexOf('-');
  const revision =
    hyphen > 0 && hyphen + 1 < version.length && digitsEnd(version, hyphen + 1) === version.length;
  return writeSemverKey(writer, revision ? version.slice(0, hyphen) : version);
}
