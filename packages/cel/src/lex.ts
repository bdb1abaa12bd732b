import { CelSyntaxError, placeOf } from './cel-error.ts';
import { readString } from './read-string.ts';

export interface Token {
  readonly kind: 'ident' | 'quoted' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'mark' | 'end';
  /** The source text. Strings and bytes have their content in `value`. */
  readonly text: string;
  readonly at: number;
  readonly value?: string | Uint8Array;
}

const SPACE = /(?:[\t\n\f\r ]|\/\/[^\n]*)*/y;
const WORD = /[_a-zA-Z][_a-zA-Z0-9]*/y;
const NUMBER = /(?:0x([0-9a-fA-F]+)|(\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|(\d+))([uU])?/y;
const STRING_START = /([rR]?[bB]?|[bB][rR])("""|'''|"|')/y;
const QUOTED = /`([a-zA-Z0-9_.\-/ ]+)`/y;
const MARK = /==|!=|<=|>=|&&|\|\||[<>+\-*/%!?:.,()[\]{}]/y;

/** Splits the source into tokens in linear time. Throws `CelSyntaxError`. */
export function lex(source: string): Token[] {
  const tokens: Token[] = [];
  let at = skip(source, 0);
  while (at < source.length) {
    const [token, next] = readToken(source, at);
    tokens.push(token);
    at = skip(source, next);
  }
  tokens.push({ kind: 'end', text: 'end of expression', at: source.length });
  return tokens;
}

function readToken(source: string, at: number): [Token, number] {
  const start = match(STRING_START, source, at);
  if (start) return stringToken(source, at, start);
  const number = match(NUMBER, source, at);
  if (number) return numberToken(source, at, number);
  const word = match(WORD, source, at);
  if (word) return [{ kind: 'ident', text: word[0], at }, at + word[0].length];
  const quoted = match(QUOTED, source, at);
  if (quoted) return [{ kind: 'quoted', text: quoted[1] ?? '', at }, at + quoted[0].length];
  const mark = match(MARK, source, at);
  if (mark) return [{ kind: 'mark', text: mark[0], at }, at + mark[0].length];
  throw refuse(source, at, `unexpected character '${String.fromCodePoint(source.codePointAt(at) ?? 0)}'`);
}

function stringToken(source: string, at: number, start: RegExpExecArray): [Token, number] {
  const prefix = (start[1] ?? '').toLowerCase();
  const { value, end } = readString(source, at + start[0].length, {
    quote: start[2] ?? '"',
    raw: prefix.includes('r'),
    bytes: prefix.includes('b'),
    refuse: (offset, message) => refuse(source, offset, message),
  });
  return [{ kind: prefix.includes('b') ? 'bytes' : 'string', text: source.slice(at, end), at, value }, end];
}

function numberToken(source: string, at: number, found: RegExpExecArray): [Token, number] {
  const [all, hex, double, , unsigned] = found;
  const end = at + all.length;
  if (double !== undefined && unsigned) throw refuse(source, at, 'a double cannot be unsigned');
  if (match(WORD, source, end)) throw refuse(source, end, 'a number ends where a word begins');
  const text = unsigned ? all.slice(0, -1) : all;
  if (double !== undefined) return [{ kind: 'double', text, at }, end];
  return [{ kind: unsigned ? 'uint' : 'int', text: hex === undefined ? text : `0x${hex}`, at }, end];
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function skip(source: string, at: number): number {
  return at + (match(SPACE, source, at)?.[0].length ?? 0);
}

export function refuse(source: string, at: number, message: string): CelSyntaxError {
  return new CelSyntaxError([{ ...placeOf(source, at), message }]);
}
