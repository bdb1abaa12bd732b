import { writeIdentifiers } from '../key/identifiers.ts';
import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { writeRelease } from '../key/release.ts';
import { indexOfUnit, isDigitAt } from '../key/scan.ts';

const dot = 0x2e;
const hyphen = 0x2d;
const plus = 0x2b;
const lowerV = 0x76;
const upperV = 0x56;
const equals = 0x3d;

/** `.alpha` in the dotted notation of a pre-release: `1.0.0.alpha.beta` is `1.0.0-alpha-beta`. */
const dottedStage = /\.(?=alpha|beta|rc)/g;

/**
 * Semantic Versioning 2.0.0, parsed leniently: a leading `v` or `=`, any number of numbers (missing ones are zero), and
 * pre-releases without a hyphen (`1.21rc2`, `1.0.0.alpha`). Build metadata is ignored.
 *
 * Key: numbers, then `before` and the pre-release identifiers, or `end`.
 */
export function writeSemverKey(writer: KeyWriter, version: string): boolean {
  const start = skipPrefix(version);
  if (!isDigitAt(version, start)) return false;
  const release = writeRelease(writer, version, start);
  const end = indexOfUnit(version, plus, release);
  writePreRelease(writer, version, release, end, false);
  return true;
}

/** The index after a leading `v`, `V` or `=`. */
export function skipPrefix(version: string): number {
  let i = 0;
  for (; i < version.length; i++) {
    const unit = version.charCodeAt(i);
    if (unit !== lowerV && unit !== upperV && unit !== equals) break;
  }
  return i;
}

export function writePreRelease(
  writer: KeyWriter,
  version: string,
  start: number,
  end: number,
  foldCase: boolean,
): void {
  const lead = version.charCodeAt(start);
  if (start >= end || (lead === dot && start + 1 === end)) {
    writer.byte(Mark.end);
    return;
  }
  writer.byte(Mark.before);
  if (lead === dot) {
    const spelled = version.slice(start + 1, end).replace(dottedStage, '-');
    writeIdentifiers(writer, spelled, 0, spelled.length, foldCase);
  } else if (lead !== hyphen) {
    writeIdentifiers(writer, version, start, end, foldCase);
  } else if (start + 1 < end) {
    writeIdentifiers(writer, version, start + 1, end, foldCase);
  }
}
