import type { ConnectionError, InvalidRequestError, ProblemError } from '@tallyman/client';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Thrown if a command cannot continue. The message says what to do next. */
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
  /** Present if the server responded. */
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
      return { exitCode: EXIT.failed, message: describeUnknown(error) };
  }
}

/** One line; --debug shows the stack trace. */
function describeUnknown(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return `${line || 'Unexpected error.'} (--debug shows the stack trace)`;
}

function exitCodeOf({ status }: ProblemError): ExitCode {
  if (status === 400) return EXIT.usage;
  return status === 401 || status === 403 ? EXIT.denied : EXIT.failed;
}

function describeProblem(error: ProblemError): string {
  const lines = [error.message, ...describeErrors(error), ...advice(error)];
  if (error.status >= 500 && error.requestId) lines.push(`Request id: ${error.requestId}`);
  return lines.join('\n');
}

/** Omits what the message already says. */
function describeErrors({ message: said, errors, violations }: ProblemError): string[] {
  const wrong = [
    ...errors.map(({ path, message }) => ({ place: path, message })),
    ...violations.map(({ pointer, message }) => ({ place: `${pointer}:`, message })),
  ];
  return wrong
    .filter(({ message }) => !said.includes(message))
    .map(({ place, message }) => `  ${place} ${message}`);
}

function advice({ status, retryAfterSeconds }: ProblemError): string[] {
  if (retryAfterSeconds !== undefined) return [`Try again in ${retryAfterSeconds} s.`];
  return status === 403 ? ['Ask an administrator of the server.'] : [];
}
