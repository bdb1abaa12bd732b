import { any, notApplicable } from './cpe.ts';

/** A value split into its wildcards at both ends and the text between. */
export interface ValuePattern {
  /** The number of characters before the text, or any number of them. */
  readonly before: number | 'any';
  readonly text: string;
  readonly after: number | 'any';
}

const backslash = '\\';
const wildcards = '*?';

function isLogical(value: string): boolean {
  return value === any || value === notApplicable;
}

/** Whether the value contains an unescaped wildcard. ANY and NA are logical values, not wildcards. */
export function hasWildcards(value: string): boolean {
  if (isLogical(value)) return false;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === backslash) i++;
    else if (wildcards.includes(value.charAt(i))) return true;
  }
  return false;
}

/** Removes the backslashes. */
export function plainValue(value: string): string {
  return value.includes(backslash) ? value.replace(/\\(.)/gs, '$1') : value;
}

/** Splits a value. Wildcards are only allowed at its ends. */
export function toPattern(value: string): ValuePattern {
  let start = 0;
  while (start < value.length && wildcards.includes(value.charAt(start))) start++;
  let end = start;
  while (end < value.length && !wildcards.includes(value.charAt(end)))
    end += value[end] === backslash ? 2 : 1;
  return {
    before: repetition(value.slice(0, start)),
    text: plainValue(value.slice(start, end)),
    after: repetition(value.slice(end)),
  };
}

export function patternMatches({ before, text, after }: ValuePattern, value: string): boolean {
  const fixed = text.length + count(before) + count(after);
  if (value.length < fixed) return false;
  if (before === 'any')
    return after === 'any' ? value.includes(text) : value.endsWith(text, value.length - after);
  return value.startsWith(text, before) && (after === 'any' || value.length === fixed);
}

function count(repeated: number | 'any'): number {
  return repeated === 'any' ? 0 : repeated;
}

function repetition(run: string): number | 'any' {
  return run.includes('*') ? 'any' : run.length;
}
