import type { ProblemError } from '@tallyman/client';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';

interface Issue {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Returns an error with the position of each mistake if the server rejects a condition; otherwise the same error. */
export function explainCondition(name: string, error: unknown): unknown {
  const issues =
    ((error as ProblemError)?.problem as { errors?: readonly Issue[] } | undefined)?.errors ?? [];
  const [first] = issues;
  if (first?.line === undefined) return error;
  const lines = issues.map(({ line, column, message }) => `  line ${line}, column ${column}: ${message}`);
  return new CommandError(EXIT.usage, [`The condition of ${name} is invalid.`, ...lines].join('\n'));
}
