import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { digitsEnd, indexOfUnit, isDigitAt, isLetterAt, lettersEnd } from '../key/scan.ts';
import { skipPrefix, writePreRelease } from './semver.ts';

const plus = 0x2b;

/**
 * Go modules: semantic versions with a `v`. Pseudo-versions (`v0.0.0-20210316203340-e197800f9055`) are pre-releases,
 * ordered by their timestamp. `+incompatible` is build metadata. Releases of Go itself are parsed as in the Go
 * vulnerability database: `go1.21rc2` is `1.21.0-rc.2`.
 *
 * Key: as semver.
 */
export function writeGoKey(writer: KeyWriter, version: string): boolean {
  const start = version.startsWith('go') ? 2 : skipPrefix(version);
  if (!isDigitAt(version, start)) return false;
  const release = writeRelease(writer, version, start);
  if (isLetterAt(version, release)) writeToolchainStage(writer, version, release);
  else writePreRelease(writer, version, release, indexOfUnit(version, plus, release), false);
  return true;
}

function writeToolchainStage(writer: KeyWriter, version: string, start: number): void {
  const word = lettersEnd(version, start);
  const digits = digitsEnd(version, word);
  writer.byte(Mark.before);
  writer.byte(Mark.textAboveNumbers);
  writer.text(version, start, word);
  if (digits > word) writer.number(version, word, digits);
  const end = indexOfUnit(version, plus, digits);
  if (end === digits) return;
  writer.byte(Mark.textAboveNumbers);
  writer.text(version, digits, end);
}
