import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { isZero } from '../key/release.ts';
import { digitsEnd, isDigit, isLetter, lettersEnd } from '../key/scan.ts';

const hyphen = 0x2d;

/** `1.2.0-x86_64-linux`: the platform of a built gem is not part of its version. */
const platform =
  /-(?:x86|x64|i[3-6]86|amd64|aarch64|arm|universal|java|jruby|mswin|mingw|darwin|linux|windows|ppc|powerpc|s390|sparc|riscv|musl)/i;

/**
 * RubyGems: segments of digits and of letters. Letters make a pre-release, a hyphen stands for `.pre.`, missing
 * segments are zero.
 *
 * Key: segments. The end of a version equals any number of zeros, so zeros are written together with the segment after
 * them: before a text (below the end, fewer zeros first), before a number (above the end, more zeros first).
 */
export function writeGemKey(writer: KeyWriter, version: string): boolean {
  const cut = version.search(platform);
  const end = cut < 0 ? version.length : cut;
  const segments = new GemSegments(writer);
  for (let i = 0; i < end; ) {
    const unit = version.charCodeAt(i);
    if (isDigit(unit)) {
      const next = digitsEnd(version, i, end);
      segments.number(version, i, next);
      i = next;
    } else if (isLetter(unit)) {
      const next = lettersEnd(version, i, end);
      segments.text(version, i, next);
      i = next;
    } else {
      if (unit === hyphen) segments.text('pre', 0, 3);
      i++;
    }
  }
  writer.byte(Mark.end);
  return true;
}

class GemSegments {
  readonly #writer: KeyWriter;
  #zeros = 0;
  #inPreRelease = false;

  constructor(writer: KeyWriter) {
    this.#writer = writer;
  }

  number(version: string, start: number, end: number): void {
    if (isZero(version, start, end)) {
      this.#zeros++;
      return;
    }
    if (this.#zeros > 0) {
      this.#writer.byte(Mark.after);
      this.#writer.integerDescending(this.#zeros);
      this.#zeros = 0;
    }
    this.#writer.number(version, start, end);
  }

  /** Zeros before the first text are ignored: 1.0.0.a is 1.a. */
  text(version: string, start: number, end: number): void {
    this.#writer.byte(Mark.before);
    this.#writer.integer(this.#inPreRelease ? this.#zeros : 0);
    this.#writer.text(version, start, end);
    this.#zeros = 0;
    this.#inPreRelease = true;
  }
}
