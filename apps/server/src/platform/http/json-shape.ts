import { AppError } from '../errors.ts';

/** Deeper than every schema of the interface, free-form members included. */
const MAX_DEPTH = 64;

/** Far more than most operations can use. */
export const DEFAULT_MEMBERS = 10_000;

/** More than the largest legal body has: 20,000 findings of a bulk decision with four members each. */
export const LARGE_MEMBERS = 200_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Refuses JSON that is nested too deeply or has too many members. Looks at the bytes only, in linear time and without
 * allocating: parsing such a body would block the event loop, and its objects would fill the heap.
 */
export function checkJsonShape(bytes: Buffer, maxMembers: number): void {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > MAX_DEPTH) throw refusal(`is nested more than ${MAX_DEPTH} levels deep`);
        members++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case COMMA:
        if (++members > maxMembers) throw refusal(`has more than ${maxMembers} members`);
        break;
    }
  }
}

function endOfString(bytes: Buffer, from: number): number {
  let quote = bytes.indexOf(QUOTE, from);
  while (quote >= 0 && isEscaped(bytes, quote, from)) quote = bytes.indexOf(QUOTE, quote + 1);
  return quote < 0 ? bytes.length : quote;
}

function isEscaped(bytes: Buffer, at: number, from: number): boolean {
  let first = at;
  while (first > from && bytes[first - 1] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

function refusal(reason: string): AppError {
  return new AppError('invalid', `The body ${reason}. Split it into several requests, or simplify it.`);
}
