import { COMMON_PASSWORDS } from './common-passwords.generated.ts';

/** Words that an attacker tries first. */
const PRODUCT_WORDS = [
  ...['tallyman', 'tally', 'dependency', 'dependencytrack', 'track', 'sbom', 'cyclonedx', 'owasp'],
  ...['vulnerability', 'vulnerabilities', 'security', 'component', 'project', 'portfolio', 'policy'],
  ...['admin', 'administrator', 'password', 'passphrase', 'changeme', 'secret', 'server', 'login'],
];

const SHORTEST_WORD = 4;
const MAX_WORD_LENGTH = 24;
/** Characters beyond this length are ignored. */
const MAX_CHARACTERS = 128;

/** In random characters. */
const EFFORT_OF_WORD = 3;
const EFFORT_OF_PATTERN = 1;

let commonWords: ReadonlySet<string> | undefined;

function loadWords(): ReadonlySet<string> {
  commonWords ??= new Set([...COMMON_PASSWORDS.split(' '), ...PRODUCT_WORDS]);
  return commonWords;
}

/**
 * Returns how hard a password is to guess, in random characters. A common password, a word of the product or one of
 * `ownWords` counts as three, a sequence (`1234`, `qwert`, `aaaa`) or a year as one, a repetition as zero.
 * `P@ssw0rd2024!` is worth five. The lowest possible value counts.
 */
export function guessingEffort(password: string, ownWords: readonly string[]): number {
  const text = collapseRepetitions(
    Array.from(password.normalize('NFKC').toLowerCase()).slice(0, MAX_CHARACTERS).join(''),
  );
  const isWord = wordTest(text, ownWords);
  const effort = [0];
  for (let end = 1; end <= text.length; end++) {
    let least = (effort[end - 1] ?? 0) + 1;
    for (let start = Math.max(0, end - MAX_WORD_LENGTH); start <= end - 3; start++) {
      const before = effort[start] ?? 0;
      if (isPattern(text.slice(start, end))) least = Math.min(least, before + EFFORT_OF_PATTERN);
      else if (isWord(start, end)) least = Math.min(least, before + EFFORT_OF_WORD);
    }
    effort.push(least);
  }
  return effort[text.length] ?? 0;
}

/** `abcabc` and `abc-abc` are as easy to guess as `abc`. */
function collapseRepetitions(text: string): string {
  return text.replaceAll(/(.{3,}?)(?:.{0,2}?\1)+/gu, '$1');
}

/** Digits and symbols that replace letters. Each replaces exactly one character, so positions stay the same. */
const LETTERS_FOR: readonly Readonly<Record<string, string>>[] = [
  {},
  { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i', '|': 'l' },
  { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'l', '+': 't' },
];

function wordTest(text: string, ownWords: readonly string[]): (start: number, end: number) => boolean {
  const words = loadWords();
  const own = new Set(ownWords.map((word) => word.toLowerCase()));
  const readings = LETTERS_FOR.map((letters) => text.replaceAll(/[^a-z]/g, (sign) => letters[sign] ?? sign));
  return (start, end) => {
    if (end - start < SHORTEST_WORD) return false;
    return readings.some((reading) => {
      const part = reading.slice(start, end);
      return words.has(part) || own.has(part);
    });
  };
}

const KEYBOARD = ['qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', '1234567890', '1qaz2wsx3edc']
  .flatMap((row) => [row, [...row].reverse().join('')])
  .join(' ');
const YEAR = /^(?:19|20)\d\d$/;

function isPattern(part: string): boolean {
  return isSequence(part) || (part.length >= SHORTEST_WORD && (YEAR.test(part) || KEYBOARD.includes(part)));
}

/** True if all steps between neighbouring characters are equal: `aaa`, `abc`, `321`. */
function isSequence(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let i = 2; i < part.length; i++) {
    if (part.charCodeAt(i) - part.charCodeAt(i - 1) !== step) return false;
  }
  return true;
}
