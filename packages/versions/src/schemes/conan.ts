import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { isZero } from '../key/release.ts';
import { digitsEnd, indexOfUnit } from '../key/scan.ts';

const dot = 0x2e;
const hyphen = 0x2d;
const plus = 0x2b;

const textItem = Mark.textAboveNumbers;
/** `1a` is above `1` and everything that follows `1`. */
const rest = Mark.textAboveNumbers + 1;

/**
 * Conan: dotted items, a pre-release after `-`, a build after `+`, each a list of items without trailing zeros. Items
 * are compared by their leading number, then by the rest. Items without a number are above those with one. (Conan
 * compares `2` and `1a` as text, `2` and `10` as numbers, `10` and `1a` as text, which is not transitive.)
 *
 * Key: items, then `before`, the items of the pre-release and `end`, or only `end`; then the items of the build.
 */
export function writeConanKey(writer: KeyWriter, version: string): boolean {
  const build = indexOfUnit(version, plus, 0);
  const pre = indexOfUnit(version, hyphen, 0, build);
  writeItems(writer, version, 0, pre);
  if (pre < build) {
    writer.byte(Mark.before);
    writeItems(writer, version, pre + 1, build);
  }
  writer.byte(Mark.end);
  if (build < version.length) writeItems(writer, version, build + 1, version.length);
  return true;
}

function writeItems(writer: KeyWriter, text: string, start: number, end: number): void {
  let zeros = 0;
  for (let i = start; i < end; i++) {
    const next = indexOfUnit(text, dot, i, end);
    if (next > i && isZero(text, i, next)) {
      zeros++;
    } else {
      for (; zeros > 0; zeros--) writer.integer(0);
      writeItem(writer, text, i, next);
    }
    i = next;
  }
}

function writeItem(writer: KeyWriter, text: string, start: number, end: number): void {
  const digits = digitsEnd(text, start, end);
  if (digits > start) writer.number(text, start, digits);
  if (digits === end && digits > start) return;
  writer.byte(digits > start ? rest : textItem);
  writer.text(text, digits, end);
}
