import type { KeyWriter } from '../key/key-writer.ts';
import { writeRelease } from '../key/release.ts';
import { indexOfUnit, isDigitAt } from '../key/scan.ts';
import { skipPrefix, writePreRelease } from './semver.ts';

const plus = 0x2b;

/**
 * NuGet: up to four numbers and a pre-release as in semantic versioning, ignoring case.
 *
 * Key: as semver, pre-release texts in lower case.
 */
export function writeNugetKey(writer: KeyWriter, version: string): boolean {
  const start = skipPrefix(version);
  if (!isDigitAt(version, start)) return false;
  const release = writeRelease(writer, version, start);
  writePreRelease(writer, version, release, indexOfUnit(version, plus, release), true);
  return true;
}
