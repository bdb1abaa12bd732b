import { writeIdentifiers } from '../key/identifiers.ts';
import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { indexOfUnit, isDigitAt } from '../key/scan.ts';
import { skipPrefix, writePreRelease } from './semver.ts';

const plus = 0x2b;

/**
 * Dart's pub: semantic versions whose build metadata is compared last: 1.0.0 < 1.0.0+1 < 1.0.0+2.
 *
 * Key: as semver, each list of identifiers closed by `end`, then the identifiers of the build.
 */
export function writePubKey(writer: KeyWriter, version: string): boolean {
  const start = skipPrefix(version);
  if (!isDigitAt(version, start)) return false;
  const release = writeRelease(writer, version, start);
  const build = indexOfUnit(version, plus, release);
  writePreRelease(writer, version, release, build, false);
  if (build > release) writer.byte(Mark.end);
  if (build < version.length) writeIdentifiers(writer, version, build + 1, version.length);
  return true;
}
