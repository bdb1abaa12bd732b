import type { KeyWriter } from '../key/key-writer.ts';
import { digitsEnd, isDigit, isLetter } from '../key/scan.ts';

const tilde = 0x7e;

/** A tilde is below the end of a part, letters are below all other characters. */
const tildeMark = 0x02;
const endMark = 0x03;
const letterOffset = endMark + 1 - 0x41;
const otherOffset = 0x40;
const wideMark = 0xf0;

/**
 * dpkg's order: epoch, upstream version, revision. The latter two alternate between texts and numbers.
 *
 * Key: epoch, upstream, revision. A part alternates between texts and numbers, with the end mark after each text. A
 * missing number is zero, a missing revision is the number zero. Parses every text.
 */
export function writeDebKey(writer: KeyWriter, version: string): boolean {
  const colon = version.indexOf(':');
  const epochEnd = colon > 0 && digitsEnd(version, 0) === colon ? colon : -1;
  writer.number(version, 0, Math.max(epochEnd, 0));

  const upstream = epochEnd + 1;
  const lastHyphen = version.lastIndexOf('-');
  const revision = lastHyphen > upstream ? lastHyphen : version.length;
  writeDebPart(writer, version, upstream, revision);
  writeDebPart(writer, version, Math.min(revision + 1, version.length), version.length);
  return true;
}

function writeDebPart(writer: KeyWriter, text: string, start: number, end: number): void {
  let i = start;
  do {
    for (; i < end && !isDigit(text.charCodeAt(i)); i++) writeCharacter(writer, text, i);
    writer.byte(endMark);
    const next = digitsEnd(text, i, end);
    writer.number(text, i, next);
    i = next;
  } while (i < end);
  writer.byte(endMark);
}

function writeCharacter(writer: KeyWriter, text: string, index: number): void {
  const unit = text.charCodeAt(index);
  if (unit === tilde) writer.byte(tildeMark);
  else if (isLetter(unit)) writer.byte(unit + letterOffset);
  else if (unit < 0x80) writer.byte(unit + otherOffset);
  else {
    writer.byte(wideMark);
    writer.byte(unit >> 8);
    writer.byte(unit & 0xff);
  }
}
