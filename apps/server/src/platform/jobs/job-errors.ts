import { isDataRejected } from '../db/data-rejected.ts';
import { AppError, type ErrorKind } from '../errors.ts';

/** Thrown by a handler for which trying again is pointless. The job fails at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

/** Another node has taken the job over, or may have: what this attempt did must not be committed. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
}

/** The node stops; the job is handed back and another node starts it at once. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

export class JobTimeoutError extends Error {
  override readonly name = 'JobTimeoutError';
}

/** Refusals that the next attempt may not meet any more. */
const PASSING: ReadonlySet<ErrorKind> = new Set([
  'unavailable',
  'insufficient-storage',
  'too-many-requests',
  'conflict',
]);

/** Whether the next attempt would end with the same error. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof AppError) return !PASSING.has(error.kind);
  return error instanceof PermanentJobError || isDataRejected(error);
}
