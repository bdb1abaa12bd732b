import { AppError } from '../../platform/errors.ts';

export function missingCreatePermission(): AppError {
  return new AppError(
    'forbidden',
    'The project does not exist, and creating it needs one of the permissions PORTFOLIO_MANAGEMENT, ' +
      'PORTFOLIO_MANAGEMENT_CREATE, PROJECT_CREATION_UPLOAD.',
  );
}

export function uploadNotFound(): AppError {
  return new AppError('not-found', 'The upload could not be found.');
}

export function documentExpired(): AppError {
  return new AppError('not-found', 'The document is not stored any more (svc.bom.original.retention-days).');
}
