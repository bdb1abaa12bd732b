import type { ConnectionError, InvalidRequestError, ProblemError } from '@tallyman/client';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** A command cannot go on. The message says what to do next. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export interface Failure {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** The server's own words, when it spoke. */
  readonly problem?: { readonly status: number };
}

type Known = CommandError | ConnectionError | InvalidRequestError | ProblemError;

export function toFailure(error: unknown): Failure {
  const known = error as Known;
  switch (known?.name) {
    case 'CommandError':
      return { exitCode: known.exitCode, message: known.message };
    case 'InvalidRequestError':
      return { exitCode: EXIT.usage, message: known.message };
    case 'ConnectionError':
      return { exitCode: EXIT.unreachable, message: known.message };
    case 'ProblemError':
      return { exitCode: exitCodeOf(known), message: describeProblem(known), problem: known.problem };
    default:
      return { exitCode: EXIT.failed, message: error instanceof Error ? error.message : String(error) };
  }
}

function exitCodeOf({ status }: ProblemError): ExitCode {
  if (status === 400) return EXIT.usage;
  return status === 401 || status === 403 ? EXIT.denied : EXIT.failed;
}

function describeProblem(error: ProblemError): string {
  const lines = [
    error.message,
    ...error.errors.map(({ path, message }) => `  ${path} ${message}`),
    ...error.violations.map(({ pointer, message }) => `  ${pointer}: ${message}`),
    ...advice(error),
  ];
  if (error.status >= 500 && error.requestId) lines.push(`Request id: ${error.requestId}`);
  return lines.join('\n');
}

function advice({ status, retryAfterSeconds }: ProblemError): string[] {
  if (retryAfterSeconds !== undefined) return [`Try again in ${retryAfterSeconds} s.`];
  return status === 403 ? ['Ask an administrator of the server.'] : [];
}
