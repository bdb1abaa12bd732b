export interface Issue {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in characters. */
  readonly column: number;
  readonly message: string;
}

/** The expression is not one: what is wrong, and where. */
export class CelSyntaxError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; '));
    this.issues = issues;
  }
}

/** The evaluation has no value: no such key, division by zero, … `||` and `&&` may absorb it. */
export class CelEvaluationError extends Error {}

/** The evaluation was stopped because it costs too much; nothing absorbs this. */
export class CelLimitError extends Error {}

/** Errors are common in evaluation (`a.b == 1 || true`), and recording their stacks would cost most of the time. */
export function evaluationError(message: string): CelEvaluationError {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return new CelEvaluationError(message);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

export function noSuchOverload(name: string): CelEvaluationError {
  return evaluationError(`no such overload: ${name}`);
}

/** Where an offset stands in a text. */
export function placeOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}
