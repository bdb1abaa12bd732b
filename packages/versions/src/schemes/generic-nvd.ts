import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { isZero } from '../key/release.ts';
import { digitsEnd, isDigit, isDigitAt, isLetter, lettersEnd } from '../key/scan.ts';

const hyphen = 0x2d;
const plus = 0x2b;

/** Distributions write `1:2.3-4`. Only the upstream version is compared. */
const distribution = /^[0-9]+:([^:]+)$/;

const wordAtStart = Mark.text;
/** `1.1.1-a`: unknown text after a hyphen is a pre-release, below the known ones. */
const unknownStage = Mark.before;
const stages: ReadonlyMap<string, number> = new Map([
  ['dev', Mark.before + 1],
  ['nightly', Mark.before + 1],
  ['canary', Mark.before + 1],
  ['snapshot', Mark.before + 1],
  ['alpha', Mark.before + 2],
  ['beta', Mark.before + 3],
  ['milestone', Mark.before + 4],
  ['ea', Mark.before + 4],
  ['pre', Mark.before + 5],
  ['preview', Mark.before + 5],
  ['prerelease', Mark.before + 5],
  ['rc', Mark.before + 6],
  ['cr', Mark.before + 6],
]);

/** Python's notation, only between digits: `5a2`, `1.0b1`. */
const shortStages: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
]);

const neutral: ReadonlySet<string> = new Set([
  'final',
  'ga',
  'release',
  'stable',
  'lts',
  'ce',
  'ee',
  'jre',
  'android',
]);
const patches: ReadonlySet<string> = new Set([
  'p',
  'pl',
  'patch',
  'post',
  'sp',
  'hotfix',
  'hf',
  'update',
  'u',
  'r',
  'rev',
  'build',
]);

/**
 * Versions of unknown schemes, as in vulnerability databases. Numbers are compared by value. All separators are
 * equivalent. Trailing zeros, flavours (`-lts`) and build metadata are ignored. Known words for pre-releases are below
 * the release. Letters after a number (OpenSSL's 1.0.2k) and patches are above it.
 *
 * Key: tokens, closed by `end`. At each position: pre-release < (end) < word < number. Parses every text.
 */
export function writeGenericNvdKey(writer: KeyWriter, version: string): boolean {
  const text = upstream(version).toLowerCase();
  const tokens = new GenericTokens(writer);
  let i = text.charCodeAt(0) === 0x76 && isDigitAt(text, 1) ? 1 : 0;
  for (let separator = 0; i < text.length && text.charCodeAt(i) !== plus; ) {
    const unit = text.charCodeAt(i);
    if (isDigit(unit)) {
      const end = digitsEnd(text, i);
      tokens.number(text, i, end);
      i = end;
    } else if (isLetter(unit) || unit >= 0x80) {
      const end = wordEnd(text, i);
      tokens.word(text.slice(i, end), separator, isDigitAt(text, end));
      i = end;
    } else {
      separator = unit;
      i++;
      continue;
    }
    separator = 0;
  }
  writer.byte(Mark.end);
  return true;
}

function upstream(version: string): string {
  const rest = distribution.exec(version)?.[1];
  if (rest === undefined) return version;
  const revision = rest.lastIndexOf('-');
  return revision > 0 ? rest.slice(0, revision) : rest;
}

function wordEnd(text: string, start: number): number {
  let i = start;
  while (i < text.length) {
    const end = lettersEnd(text, i);
    const wide = text.charCodeAt(end) >= 0x80 ? end + 1 : end;
    if (wide === i) break;
    i = wide;
  }
  return i;
}

class GenericTokens {
  readonly #writer: KeyWriter;
  #zeros = 0;
  #atStart = true;

  constructor(writer: KeyWriter) {
    this.#writer = writer;
  }

  number(text: string, start: number, end: number): void {
    this.#atStart = false;
    if (isZero(text, start, end)) {
      this.#zeros++;
      return;
    }
    for (; this.#zeros > 0; this.#zeros--) this.#writer.integer(0);
    this.#writer.number(text, start, end);
  }

  word(word: string, separator: number, numberFollows: boolean): void {
    if (neutral.has(word)) return;
    const attached = separator === 0 && !this.#atStart;
    const long = attached && numberFollows ? shortStages.get(word) : undefined;
    const stage = stages.get(long ?? word);
    const mark = stage ?? this.#markOf(word, separator);
    this.#zeros = 0;
    this.#atStart = false;
    this.#writer.byte(mark);
    if (stage === undefined) this.#writer.text(word);
  }

  #markOf(word: string, separator: number): number {
    if (this.#atStart) return wordAtStart;
    return separator === hyphen && !patches.has(word) ? unknownStage : Mark.after;
  }
}
