import { isDataRejected } from '../db/database-errors.ts';
import { AppError, type ErrorKind } from '../errors.ts';

/** Thrown by a handler when a retry is pointless. The job fails at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

/** Another node has recovered the job, or may have: this attempt must not commit. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
}

/** The node stops. The job is released, and another node starts it at once. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

export class JobTimeoutError extends Error {
  override readonly name = 'JobTimeoutError';
}

/** Refusals that may not occur in the next attempt. */
const TRANSIENT: ReadonlySet<ErrorKind> = new Set([
  'unavailable',
  'insufficient-storage',
  'too-many-requests',
  'conflict',
]);

/** Whether a retry would fail with the same error. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof AppError) return !TRANSIENT.has(error.kind);
  return error instanceof PermanentJobError || isDataRejected(error);
}
