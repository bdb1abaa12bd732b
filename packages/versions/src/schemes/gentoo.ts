import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { isZero } from '../key/release.ts';
import { digitsEnd, isDigitAt, isLetterAt, lettersEnd } from '../key/scan.ts';
import { fractionMark, letterMark, revisionMark, suffixMarks } from './suffixes.ts';

const dot = 0x2e;
const underscore = 0x5f;
const zero = 0x30;

/**
 * Portage (Package Manager Specification, algorithm 3.1): numbers, a letter, suffixes, a revision.
 *
 * Key: tokens, closed by `end`. At each position: pre-release suffix < (end) < revision < `_p` < letter < number. A
 * missing number of a suffix and a missing revision are zero.
 */
export function writeGentooKey(writer: KeyWriter, version: string): boolean {
  const start = version.startsWith('cvs.') ? 4 : 0;
  if (!isDigitAt(version, start)) return false;
  let i = writeNumbers(writer, version, start);
  if (isLetterAt(version, i)) {
    writer.byte(letterMark);
    writer.byte(version.charCodeAt(i++));
  }
  i = writeSuffixes(writer, version, i);
  i = writeRevision(writer, version, i);
  writer.byte(Mark.end);
  return i === version.length;
}

function writeNumbers(writer: KeyWriter, version: string, start: number): number {
  let i = digitsEnd(version, start);
  writer.number(version, start, i);
  while (version.charCodeAt(i) === dot && isDigitAt(version, i + 1)) {
    const end = digitsEnd(version, i + 1);
    if (version.charCodeAt(i + 1) === zero) writeFraction(writer, version, i + 1, end);
    else writer.number(version, i + 1, end);
    i = end;
  }
  return i;
}

/** Compared as text without trailing zeros. */
function writeFraction(writer: KeyWriter, version: string, start: number, end: number): void {
  let last = end;
  while (last > start && version.charCodeAt(last - 1) === zero) last--;
  writer.byte(fractionMark);
  writer.text(version, start, last);
}

function writeSuffixes(writer: KeyWriter, version: string, start: number): number {
  let i = start;
  while (version.charCodeAt(i) === underscore) {
    const word = version.slice(i + 1, lettersEnd(version, i + 1));
    const mark = word === 'p' ? Mark.after : suffixMarks.get(word);
    if (mark === undefined) return i;
    const end = digitsEnd(version, i + 1 + word.length);
    writer.byte(mark);
    writer.number(version, i + 1 + word.length, end);
    i = end;
  }
  return i;
}

function writeRevision(writer: KeyWriter, version: string, start: number): number {
  if (!version.startsWith('-r', start) || !isDigitAt(version, start + 2)) return start;
  const end = digitsEnd(version, start + 2);
  if (isZero(version, start + 2, end)) return end;
  writer.byte(revisionMark);
  writer.number(version, start + 2, end);
  return end;
}
