import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { digitsEnd, isDigit, isDigitAt, isLetter, lettersEnd } from '../key/scan.ts';

/** Segments after a separator are above those without one; longer separators are above shorter ones. */
const separatorMark = Mark.text;
const numberMark = Mark.after;

/**
 * pacman: epoch, version, package release. A missing release counts as the first, because `vercmp` treats 1.5 and 1.5-1
 * alike. (In `vercmp` a missing release equals every release, which is not transitive.)
 *
 * Key: epoch, segments of the version, segments of the release. At each position: letters without a separator < (end) <
 * number without a separator < separator with its segment. Parses every text.
 */
export function writeAlpmKey(writer: KeyWriter, version: string): boolean {
  const colon = version.indexOf(':');
  const epochEnd = colon > 0 && digitsEnd(version, 0) === colon ? colon : -1;
  writer.number(version, 0, Math.max(epochEnd, 0));

  const lastHyphen = version.lastIndexOf('-');
  const hasRelease = lastHyphen > epochEnd;
  writeSegments(writer, version, epochEnd + 1, hasRelease ? lastHyphen : version.length);
  if (hasRelease) writeSegments(writer, version, lastHyphen + 1, version.length);
  else writeSegments(writer, '1', 0, 1);
  return true;
}

function writeSegments(writer: KeyWriter, text: string, start: number, end: number): void {
  for (let i = start; i < end; ) {
    const segment = segmentStart(text, i, end);
    if (segment > i) {
      writer.byte(separatorMark);
      writer.integer(segment - i);
    }
    i = segment < end ? writeSegment(writer, text, segment, end) : end;
  }
  writer.byte(Mark.end);
}

function segmentStart(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && !isDigit(text.charCodeAt(i)) && !isLetter(text.charCodeAt(i))) i++;
  return i;
}

function writeSegment(writer: KeyWriter, text: string, start: number, end: number): number {
  const numeric = isDigitAt(text, start);
  const next = numeric ? digitsEnd(text, start, end) : lettersEnd(text, start, end);
  writer.byte(numeric ? numberMark : Mark.before);
  if (numeric) writer.number(text, start, next);
  else writer.text(text, start, next);
  return next;
}
