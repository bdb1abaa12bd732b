import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { isZero } from '../key/release.ts';
import { digitsEnd, isDigit, isLetter, lettersEnd } from '../key/scan.ts';

const lowerV = 0x76;
const upperV = 0x56;
const plus = 0x2b;

/** Unknown words are below every known stability. */
const unknownStability = Mark.before;
const stabilities: ReadonlyMap<string, number> = new Map([
  ['dev', Mark.before + 1],
  ['alpha', Mark.before + 2],
  ['a', Mark.before + 2],
  ['beta', Mark.before + 3],
  ['b', Mark.before + 3],
  ['rc', Mark.before + 4],
  ['pl', Mark.after],
  ['p', Mark.after],
  ['patch', Mark.after],
]);

/** `1.x-dev` is the head of a branch, above all its releases. */
const branchNumber = 9999999;

/**
 * Composer: numbers, a stability with an optional number, an optional `-dev`. Missing numbers are zero. Build metadata
 * after `+` is ignored.
 *
 * Key: tokens, closed by `end`. At each position: unknown word < dev < alpha < beta < RC < (end) < patch < number.
 */
export function writeComposerKey(writer: KeyWriter, version: string): boolean {
  const tokens = new ComposerTokens(writer);
  const lead = version.charCodeAt(0);
  for (let i = lead === lowerV || lead === upperV ? 1 : 0; i < version.length; ) {
    const unit = version.charCodeAt(i);
    if (unit === plus) break;
    if (isDigit(unit)) {
      const end = digitsEnd(version, i);
      tokens.number(version, i, end);
      i = end;
    } else if (isLetter(unit)) {
      const end = lettersEnd(version, i);
      tokens.word(version.slice(i, end).toLowerCase());
      i = end;
    } else {
      i++;
    }
  }
  writer.byte(Mark.end);
  return true;
}

class ComposerTokens {
  readonly #writer: KeyWriter;
  #zeros = 0;
  #inRelease = true;

  constructor(writer: KeyWriter) {
    this.#writer = writer;
  }

  /** Trailing zeros of the release are ignored. `beta0` is above `beta`. */
  number(version: string, start: number, end: number): void {
    if (this.#inRelease && isZero(version, start, end)) {
      this.#zeros++;
      return;
    }
    this.#writeZeros();
    this.#writer.number(version, start, end);
  }

  word(word: string): void {
    if (word === 'stable') return;
    if (word === 'x' && this.#inRelease) {
      this.#writeZeros();
      this.#writer.integer(branchNumber);
      return;
    }
    this.#inRelease = false;
    this.#zeros = 0;
    const stability = stabilities.get(word);
    this.#writer.byte(stability ?? unknownStability);
    if (stability === undefined) this.#writer.text(word);
  }

  #writeZeros(): void {
    for (; this.#zeros > 0; this.#zeros--) this.#writer.integer(0);
  }
}
