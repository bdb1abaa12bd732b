export interface Issue {
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1, in characters. */
  readonly column: number;
  readonly message: string;
}

/** The expression is invalid. Lists the issues with their positions. */
export class CelSyntaxError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; '));
    this.issues = issues;
  }
}

/**
 * The evaluation has no value, for example because of a missing key or a division by zero. `||` and `&&` may absorb it.
 */
export class CelEvaluationError extends Error {}

/** The evaluation exceeded a limit. Nothing absorbs this error. */
export class CelLimitError extends Error {}

/**
 * Without a stack trace, because errors are common in evaluation (`a.b == 1 || true`) and stack traces would take most
 * of the time.
 */
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

/** The line and column of an offset. */
export function placeOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}
