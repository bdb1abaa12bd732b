import { evaluationError } from '../cel-error.ts';
import type { Evaluation } from '../evaluation.ts';
import { func, method, type Overload } from '../function.ts';
import { compilePattern } from '../pattern.ts';
import { estimatePatternSize } from '../pattern-size.ts';
import { BOOL, BYTES, INT, listOf, mapOf, parameter, STRING, type Type } from '../type.ts';
import type { CelMap } from '../value.ts';

const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      count -= 1;
      at += 1;
    }
  }
  return count;
};

const A = parameter('A');
const B = parameter('B');

const SIZED = [
  [STRING, (value: string) => codePoints(value)],
  [BYTES, (value: Uint8Array) => value.length],
  [listOf(A), (value: readonly unknown[]) => value.length],
  [mapOf(A, B), (value: CelMap) => value.size],
] as const;

const size: Overload[] = SIZED.flatMap(([type, count]) => {
  const run = (evaluation: Evaluation, value: never) => {
    if (type === STRING) evaluation.spendOn((value as string).length);
    return BigInt(count(value));
  };
  return [func('size', [type], INT, run), method('size', type, [], INT, run)];
});

const test = (name: string, run: (text: string, part: string) => boolean): Overload =>
  method(name, STRING, [STRING], BOOL, (evaluation, text: string, part: string) => {
    evaluation.spendOn(text.length);
    return run(text, part);
  });

/** RE2 is linear in the text. Each character may cost as much as the size of the pattern. */
const matches: Overload = {
  ...method('matches', STRING, [STRING], BOOL, (evaluation, text: string, pattern: string) => {
    const compiled = compilePattern(pattern, (steps) => evaluation.spend(steps));
    evaluation.spendOn((text.length * compiled.size) / 4);
    return compiled.find(text);
  }),
  inspect: ([, pattern], pay) => {
    if (typeof pattern !== 'string') return;
    pay(estimatePatternSize(pattern));
    compilePattern(pattern);
  },
};

const { receiver: _receiver, ...matchesBody } = matches;
const matchesFunction: Overload = { ...matchesBody, args: [STRING, STRING] };

function characterIndex(text: string, offset: bigint, what: string): number {
  const characters = codePoints(text);
  if (offset < 0n || offset > BigInt(characters)) throw evaluationError(`${what} out of range: ${offset}`);
  return Number(offset);
}

function indexOf(text: string, part: string, from: bigint): bigint {
  const characters = [...text];
  const start = characterIndex(text, from, 'index');
  const found = characters.slice(start).join('').indexOf(part);
  return found < 0 ? -1n : BigInt(start + codePoints(characters.slice(start).join('').slice(0, found)));
}

function lastIndexOf(text: string, part: string, until: bigint): bigint {
  const limit = characterIndex(text, until, 'index');
  const end = [...text].slice(0, limit).join('').length;
  const found = text.lastIndexOf(part, end);
  return found < 0 ? -1n : BigInt(codePoints(text.slice(0, found)));
}

function substring(text: string, from: bigint, to: bigint): string {
  const start = characterIndex(text, from, 'index');
  const end = characterIndex(text, to, 'index');
  if (start > end) throw evaluationError('invalid substring range');
  return [...text].slice(start, end).join('');
}

function split(text: string, separator: string, limit: bigint): string[] {
  if (limit === 0n) return [];
  const parts = separator === '' ? [...text] : text.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)];
}

function replace(text: string, from: string, to: string, limit: bigint): string {
  if (limit < 0n) return text.replaceAll(from, () => to);
  let result = '';
  let rest = text;
  for (let left = limit; left > 0n; left -= 1n) {
    const found = rest.indexOf(from);
    if (found < 0 || (from === '' && rest === '')) break;
    const step = from === '' ? ([...rest][0]?.length ?? 0) : 0;
    result += rest.slice(0, found) + to + rest.slice(found, found + step);
    rest = rest.slice(found + from.length + step);
  }
  return result + rest;
}

const ascii = (name: string, from: RegExp, change: (character: string) => string): Overload =>
  method(name, STRING, [], STRING, (evaluation, text: string) => {
    evaluation.spendOn(text.length);
    return text.replace(from, change);
  });

const SPACE = /\p{White_Space}/u;

function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const toCount = (text: string): bigint => BigInt(codePoints(text));

/** Functions that scan the text, some of them more than once. */
const reading = (
  name: string,
  args: readonly Type[],
  result: Type,
  run: (text: string, ...args: never[]) => unknown,
): Overload =>
  method(name, STRING, args, result, (evaluation: Evaluation, text: string, ...others: never[]) => {
    evaluation.spendOn(text.length * 4);
    return run(text, ...others);
  });

/** The `strings` extension. */
const extension: Overload[] = [
  reading('charAt', [INT], STRING, (text, at: bigint) => [...text][characterIndex(text, at, 'index')] ?? ''),
  reading('indexOf', [STRING], INT, (text, part: string) => indexOf(text, part, 0n)),
  reading('indexOf', [STRING, INT], INT, indexOf),
  reading('lastIndexOf', [STRING], INT, (text, part: string) => lastIndexOf(text, part, toCount(text))),
  reading('lastIndexOf', [STRING, INT], INT, lastIndexOf),
  reading('substring', [INT], STRING, (text, from: bigint) => substring(text, from, toCount(text))),
  reading('substring', [INT, INT], STRING, substring),
  method('split', STRING, [STRING], listOf(STRING), (evaluation, text: string, separator: string) => {
    evaluation.spend(text.length);
    return split(text, separator, -1n);
  }),
  method(
    'split',
    STRING,
    [STRING, INT],
    listOf(STRING),
    (evaluation, text: string, by: string, limit: bigint) => {
      evaluation.spend(text.length);
      return split(text, by, limit);
    },
  ),
  method(
    'replace',
    STRING,
    [STRING, STRING],
    STRING,
    (evaluation, text: string, from: string, to: string) => {
      evaluation.spendOn(text.length * (to.length + 1));
      return replace(text, from, to, -1n);
    },
  ),
  method(
    'replace',
    STRING,
    [STRING, STRING, INT],
    STRING,
    (evaluation, text: string, from: string, to: string, limit: bigint) => {
      evaluation.spendOn(text.length * (to.length + 1));
      return replace(text, from, to, limit);
    },
  ),
  ...([[], [STRING]] as const).map((args) =>
    method('join', listOf(STRING), args, STRING, (evaluation, parts: readonly string[], separator = '') => {
      evaluation.spendOn(parts.reduce((sum, part) => sum + part.length + (separator as string).length, 0));
      return parts.join(separator);
    }),
  ),
  ascii('lowerAscii', /[A-Z]/g, (character) => character.toLowerCase()),
  ascii('upperAscii', /[a-z]/g, (character) => character.toUpperCase()),
  method('trim', STRING, [], STRING, (evaluation, text: string) => {
    evaluation.spendOn(text.length);
    return trim(text);
  }),
  method('reverse', STRING, [], STRING, (evaluation, text: string) => {
    evaluation.spendOn(text.length);
    return [...text].reverse().join('');
  }),
];

export const STRINGS: readonly Overload[] = [
  ...size,
  test('contains', (text, part) => text.includes(part)),
  test('startsWith', (text, part) => text.startsWith(part)),
  test('endsWith', (text, part) => text.endsWith(part)),
  matches,
  matchesFunction,
  ...extension,
];
