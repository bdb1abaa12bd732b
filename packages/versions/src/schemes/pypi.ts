import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { digitsEnd, isDigitAt } from '../key/scan.ts';

const exclamation = 0x21;
const plus = 0x2b;

const preRelease = /[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?([0-9]*)/iy;
const postRelease = /(?:[-_.]?(?:post|rev|r)[-_.]?|-(?=[0-9]))([0-9]*)/iy;
const devRelease = /[-_.]?dev[-_.]?([0-9]*)/iy;
const localStart = /\+([a-z0-9]+)/iy;
const localPart = /[-_.]([a-z0-9]+)/iy;

/** Development releases are below the pre-releases of the same release. */
const devOnly = Mark.before - 1;
const phases: ReadonlyMap<string, number> = new Map([
  ['a', Mark.before],
  ['alpha', Mark.before],
  ['b', Mark.before + 1],
  ['beta', Mark.before + 1],
  ['c', Mark.before + 2],
  ['pre', Mark.before + 2],
  ['preview', Mark.before + 2],
  ['rc', Mark.before + 2],
]);

/**
 * PEP 440. Versions that it does not allow are below all others, in generic order.
 *
 * Key: epoch, numbers, phase with its number, post-release, development release, local version. The key of a local
 * version extends the key of its public version, so that a range over public versions can include it.
 */
export function writePypiKey(writer: KeyWriter, version: string): boolean {
  let i = version.charCodeAt(0) === 0x76 || version.charCodeAt(0) === 0x56 ? 1 : 0;
  if (!isDigitAt(version, i)) return false;
  i = writeEpoch(writer, version, i);
  if (!isDigitAt(version, i)) return false;
  i = writeRelease(writer, version, i);

  const pre = matchAt(preRelease, version, i);
  const afterPre = i + (pre?.[0].length ?? 0);
  const post = matchAt(postRelease, version, afterPre);
  const afterPost = afterPre + (post?.[0].length ?? 0);
  const dev = matchAt(devRelease, version, afterPost);
  i = afterPost + (dev?.[0].length ?? 0);

  writePhase(writer, pre, !post && dev !== undefined);
  writeCounted(writer, post, Mark.end, Mark.after);
  writeCounted(writer, dev, Mark.end, Mark.before);
  if (version.charCodeAt(i) === plus) i = writeLocal(writer, version, i);
  return i === version.length;
}

function writeEpoch(writer: KeyWriter, version: string, start: number): number {
  const end = digitsEnd(version, start);
  if (version.charCodeAt(end) !== exclamation) {
    writer.integer(0);
    return start;
  }
  writer.number(version, start, end);
  return end + 1;
}

function writePhase(writer: KeyWriter, pre: RegExpExecArray | undefined, onlyDev: boolean): void {
  if (!pre) {
    writer.byte(onlyDev ? devOnly : Mark.end);
    return;
  }
  const [, word = '', digits = ''] = pre;
  writer.byte(phases.get(word.toLowerCase()) ?? Mark.end);
  writer.number(digits, 0, digits.length);
}

function writeCounted(
  writer: KeyWriter,
  match: RegExpExecArray | undefined,
  absent: number,
  present: number,
): void {
  writer.byte(match ? present : absent);
  if (match) writer.number(match[1] ?? '', 0, match[1]?.length ?? 0);
}

/** A longer local version is above its prefix; numbers are above texts. */
function writeLocal(writer: KeyWriter, version: string, start: number): number {
  writer.byte(Mark.after);
  let i = start;
  let part = matchAt(localStart, version, i);
  while (part) {
    const value = part[1] ?? '';
    if (digitsEnd(value, 0) === value.length) {
      writer.number(value, 0, value.length);
    } else {
      writer.byte(Mark.text);
      writer.foldedText(value);
    }
    i += part[0].length;
    part = matchAt(localPart, version, i);
  }
  return i;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  if (index >= text.length) return undefined;
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
