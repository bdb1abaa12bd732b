import { AppError } from '../../platform/errors.ts';

export function vulnPolicyNotFound(): AppError {
  return new AppError('not-found', 'The requested resource could not be found.');
}

export function bundleNotFound(): AppError {
  return new AppError('not-found', 'The requested resource could not be found.');
}

export function vulnPolicyExists(): AppError {
  return new AppError('conflict', 'A vulnerability policy with this name already exists.', {
    title: 'Resource already exists',
  });
}
