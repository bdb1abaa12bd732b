import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';

export function vulnPolicyNotFound(): AppError {
  return new AppError('not-found', 'The requested resource could not be found.');
}

export function bundleNotFound(): AppError {
  return new AppError('not-found', 'The requested resource could not be found.');
}

/** Turns the unique violation of a name into the error that the caller gets. */
export function toVulnPolicyConflict(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  return new AppError('conflict', 'A vulnerability policy with this name already exists.', {
    title: 'Resource already exists',
  });
}
