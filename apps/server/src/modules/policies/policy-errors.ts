import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';

export function policyNotFound(): AppError {
  return new AppError('not-found', 'The policy could not be found.');
}

export function conditionNotFound(): AppError {
  return new AppError('not-found', 'The policy condition could not be found.');
}

/** Turns the unique violation of a name into the error that the caller gets. */
export function toNameConflict(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  return new AppError('conflict', 'A policy with the specified name already exists.');
}
