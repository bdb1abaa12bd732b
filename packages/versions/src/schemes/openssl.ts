import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { digitsEnd, isDigitAt, isLetterAt, lettersEnd } from '../key/scan.ts';
import { skipPrefix } from './semver.ts';

const stages: ReadonlyMap<string, number> = new Map([
  ['dev', Mark.before],
  ['alpha', Mark.before + 1],
  ['beta', Mark.before + 2],
  ['pre', Mark.before + 3],
  ['rc', Mark.before + 4],
]);

/**
 * OpenSSL: numbers. Up to 1.1.1 fixes are letters (1.0.2 < 1.0.2a < 1.0.2z < 1.0.2za). Pre-releases are words with a
 * number (3.0.0-alpha1, 1.1.1-pre9). A flavour (`-fips`, `+quic`) is ignored.
 *
 * Key: numbers; `after` and the letters; the stage with its number, or `end`.
 */
export function writeOpensslKey(writer: KeyWriter, version: string): boolean {
  const start = skipPrefix(version);
  if (!isDigitAt(version, start)) return false;
  let i = writeRelease(writer, version, start);
  if (isLetterAt(version, i) && !stages.has(wordAt(version, i))) {
    const end = lettersEnd(version, i);
    writer.byte(Mark.after);
    writer.foldedText(version, i, end);
    i = end;
  }
  writeStage(writer, version, isLetterAt(version, i) ? i : i + 1);
  return true;
}

function writeStage(writer: KeyWriter, version: string, start: number): void {
  const word = wordAt(version, start);
  const stage = stages.get(word);
  writer.byte(stage ?? Mark.end);
  if (stage === undefined) return;
  const digits = start + word.length;
  writer.number(version, digits, digitsEnd(version, digits));
}

function wordAt(version: string, start: number): string {
  return version.slice(start, lettersEnd(version, start)).toLowerCase();
}
