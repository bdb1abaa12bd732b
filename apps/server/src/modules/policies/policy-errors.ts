import { AppError } from '../../platform/errors.ts';

export function policyNotFound(): AppError {
  return new AppError('not-found', 'The policy could not be found.');
}

export function conditionNotFound(): AppError {
  return new AppError('not-found', 'The policy condition could not be found.');
}

export function policyExists(): AppError {
  return new AppError('conflict', 'A policy with the specified name already exists.');
}
