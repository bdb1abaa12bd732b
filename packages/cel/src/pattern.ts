import { RE2JS } from 're2js';
import { evaluationError } from './cel-error.ts';
import { estimatePatternSize } from './pattern-size.ts';

const MAX_PATTERN = 1_000;
const MAX_PROGRAM = 5_000;
const MAX_KEPT = 500;
const STEPS_TO_COMPILE = 1_000;
/** Compiling the largest pattern takes as long as half of the steps of an evaluation. */
const STEPS_PER_INSTRUCTION = 10;

export interface Pattern {
  /** The number of instructions: the cost of one character of the text. */
  readonly size: number;
  /** Whether the pattern matches anywhere in the text. */
  find(text: string): boolean;
}

const kept = new Map<string, Pattern>();

/** Compiles an RE2 expression, which never backtracks. Calls `pay` unless the pattern is cached. */
export function compilePattern(pattern: string, pay?: (steps: number) => void): Pattern {
  const known = kept.get(pattern);
  if (known) return known;
  pay?.(STEPS_TO_COMPILE + STEPS_PER_INSTRUCTION * estimatePatternSize(pattern));
  const compiled = compile(pattern);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
  kept.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): Pattern {
  if (pattern.length > MAX_PATTERN)
    throw evaluationError(`the regular expression is longer than ${MAX_PATTERN}`);
  if (estimatePatternSize(pattern) > MAX_PROGRAM) throw tooLarge();
  const regex = tryCompile(pattern);
  const size = regex.programSize();
  if (size > MAX_PROGRAM) throw tooLarge();
  return { size, find: (text) => regex.matcher(text).find() };
}

function tryCompile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw evaluationError(
      `invalid regular expression: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function tooLarge(): Error {
  return evaluationError('the regular expression is too large');
}
