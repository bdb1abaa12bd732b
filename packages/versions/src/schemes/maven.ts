import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { isZero } from '../key/release.ts';
import { isDigit, isDigitAt } from '../key/scan.ts';

const dot = 0x2e;
const hyphen = 0x2d;

interface Token {
  readonly text: string;
  readonly numeric: boolean;
  /** Whether a hyphen, or a transition between digits and letters, precedes it. */
  readonly hyphenated: boolean;
}

const preReleases: ReadonlyMap<string, number> = new Map([
  ['alpha', Mark.before],
  ['beta', Mark.before + 1],
  ['milestone', Mark.before + 2],
  ['rc', Mark.before + 3],
  ['cr', Mark.before + 3],
  ['snapshot', Mark.before + 4],
]);

/** Short forms are recognised only directly before a number. */
const shortQualifiers: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);
const nullQualifiers: ReadonlySet<string> = new Set(['', 'final', 'ga', 'release']);

const servicePack = 'sp';

const dottedServicePack = Mark.after;
const dottedQualifier = Mark.after + 1;
const hyphenatedServicePack = Mark.after + 2;
const hyphenatedQualifier = Mark.after + 3;
const hyphenatedNumber = Mark.text;

/**
 * Maven's version order. Dots, hyphens and transitions between digits and letters separate tokens. Zeros and empty
 * qualifiers are ignored at the end, before a hyphen and before a pre-release.
 *
 * Key: tokens, closed by `end`. At each position: alpha < beta < milestone < rc < snapshot < (end) < dot and qualifier
 * < hyphen and qualifier < hyphen and number < dot and number. `sp` is the lowest qualifier. Parses every text.
 */
export function writeMavenKey(writer: KeyWriter, version: string): boolean {
  for (const token of withoutNulls(tokenize(version.toLowerCase()))) writeToken(writer, token);
  writer.byte(Mark.end);
  return true;
}

function writeToken(writer: KeyWriter, token: Token): void {
  if (token.numeric) {
    if (token.hyphenated) writer.byte(hyphenatedNumber);
    writer.number(token.text, 0, token.text.length);
    return;
  }
  const preRelease = preReleases.get(token.text);
  writer.byte(preRelease ?? qualifierMark(token));
  if (preRelease === undefined && token.text !== servicePack) writer.text(token.text);
}

function qualifierMark(token: Token): number {
  if (token.text === servicePack) return token.hyphenated ? hyphenatedServicePack : dottedServicePack;
  return token.hyphenated ? hyphenatedQualifier : dottedQualifier;
}

function tokenize(version: string): Token[] {
  const tokens: Token[] = [];
  let hyphenated = false;
  let start = 0;
  for (let i = 0; i <= version.length; i++) {
    const unit = i < version.length ? version.charCodeAt(i) : dot;
    const separator = unit === dot || unit === hyphen;
    const transition = !separator && i > start && isDigit(unit) !== isDigitAt(version, start);
    if (!separator && !transition) continue;
    tokens.push(toToken(version.slice(start, i), hyphenated, transition));
    hyphenated = transition || unit === hyphen;
    start = transition ? i : i + 1;
  }
  return tokens;
}

function toToken(text: string, hyphenated: boolean, numberFollows: boolean): Token {
  if (text === '') return { text: '0', numeric: true, hyphenated };
  if (isDigitAt(text, 0)) return { text, numeric: true, hyphenated };
  const long = numberFollows ? shortQualifiers.get(text) : undefined;
  return { text: long ?? text, numeric: false, hyphenated };
}

/** Removes ignored tokens, from the end to the start. */
function withoutNulls(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  let droppable = true;
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i];
    if (token === undefined || (droppable && isNull(token))) continue;
    kept.push(token);
    droppable = token.hyphenated || preReleases.has(token.text);
  }
  return kept.reverse();
}

function isNull(token: Token): boolean {
  return token.numeric ? isZero(token.text, 0, token.text.length) : nullQualifiers.has(token.text);
}
