import { AppError } from '../../platform/errors.ts';

export function noDocument(): AppError {
  return new AppError('invalid', 'No BOM file provided. Send the document as bom.', {
    errors: [{ path: 'body/bom', message: 'is required' }],
  });
}

export function isCollection(): AppError {
  return new AppError('invalid', 'BOM cannot be uploaded to a collection project.');
}

export function mayNotCreate(): AppError {
  return new AppError(
    'forbidden',
    'The project does not exist, and creating it needs one of the permissions PORTFOLIO_MANAGEMENT, ' +
      'PORTFOLIO_MANAGEMENT_CREATE, PROJECT_CREATION_UPLOAD.',
  );
}

export function uploadNotFound(): AppError {
  return new AppError('not-found', 'The upload could not be found.');
}

export function documentNotKept(): AppError {
  return new AppError('not-found', 'The document is not kept any more (svc.bom.original.retention-days).');
}
