import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { digitsEnd, isDigitAt, isLetterAt, lettersEnd } from '../key/scan.ts';
import { fractionMark, letterMark, revisionMark, suffixMarks } from './suffixes.ts';

const dot = 0x2e;
const underscore = 0x5f;
const tilde = 0x7e;

/** Text that apk cannot parse ends the version and is below every other part. */
const invalidMark = 0x08;
const emptyNumberMark = 0x09;
const hashMark = Mark.end + 2;
const suffixNumberMark = Mark.end + 3;

const postSuffixMarks: ReadonlyMap<string, number> = new Map([
  ['cvs', Mark.after],
  ['svn', Mark.after + 1],
  ['git', Mark.after + 2],
  ['hg', Mark.after + 3],
  ['p', Mark.after + 4],
]);

/**
 * Alpine's apk: numbers, a letter, suffixes (`_rc1`, `_p2`), a commit hash, a revision (`-r3`).
 *
 * Key: tokens, closed by `end`. At each position: unreadable < pre-release suffix < (end) < revision < hash < number of
 * a suffix < post-release suffix < letter < number. Parses every text.
 */
export function writeApkKey(writer: KeyWriter, version: string): boolean {
  let i = writeNumbers(writer, version);
  if (isLetterAt(version, i)) i = writeLetter(writer, version, i);
  i = writeSuffixes(writer, version, i);
  if (version.charCodeAt(i) === tilde) i = writeHash(writer, version, i + 1);
  i = writeRevision(writer, version, i);
  writer.byte(i === version.length ? Mark.end : invalidMark);
  return true;
}

function writeNumbers(writer: KeyWriter, version: string): number {
  let i = digitsEnd(version, 0);
  if (i > 0) writer.number(version, 0, i);
  else writer.byte(emptyNumberMark);
  while (version.charCodeAt(i) === dot) {
    const end = digitsEnd(version, i + 1);
    writeFurtherNumber(writer, version, i + 1, end);
    i = end;
  }
  return i;
}

function writeFurtherNumber(writer: KeyWriter, version: string, start: number, end: number): void {
  if (start === end) {
    writer.byte(emptyNumberMark);
  } else if (version.charCodeAt(start) === 0x30) {
    writer.byte(fractionMark);
    writer.text(version, start, end);
  } else {
    writer.number(version, start, end);
  }
}

/**
 * OpenSSH's `6.6p1` has a number after the letter. The apk rules do not allow this, but its repositories contain it.
 */
function writeLetter(writer: KeyWriter, version: string, index: number): number {
  writer.byte(letterMark);
  writer.byte(version.charCodeAt(index));
  return writeSuffixNumber(writer, version, index + 1);
}

function writeSuffixes(writer: KeyWriter, version: string, start: number): number {
  let i = start;
  while (version.charCodeAt(i) === underscore) {
    const word = version.slice(i + 1, lettersEnd(version, i + 1));
    const mark = suffixMarks.get(word) ?? postSuffixMarks.get(word);
    if (mark === undefined) return i;
    writer.byte(mark);
    i = writeSuffixNumber(writer, version, i + 1 + word.length);
  }
  return i;
}

function writeSuffixNumber(writer: KeyWriter, version: string, start: number): number {
  const end = digitsEnd(version, start);
  if (end === start) return start;
  writer.byte(suffixNumberMark);
  writer.number(version, start, end);
  return end;
}

function writeHash(writer: KeyWriter, version: string, start: number): number {
  let end = start;
  while (isDigitAt(version, end) || isLetterAt(version, end)) end++;
  writer.byte(hashMark);
  writer.text(version, start, end);
  return end;
}

function writeRevision(writer: KeyWriter, version: string, start: number): number {
  if (!version.startsWith('-r', start)) return start;
  const end = digitsEnd(version, start + 2);
  if (end === start + 2) return start;
  writer.byte(revisionMark);
  writer.number(version, start + 2, end);
  return end;
}
