import { AppError } from '../../platform/errors.ts';

export function noDocument(): AppError {
  return new AppError('invalid', 'No VEX file provided. Send the document as vex.', {
    errors: [{ path: 'body/vex', message: 'is required' }],
  });
}

export function isCollection(): AppError {
  return new AppError('invalid', 'VEX cannot be uploaded to a collection project.');
}

export function missing(member: string, message: string): AppError {
  return new AppError('invalid', `The request could not be processed: ${member} ${message}.`, {
    errors: [{ path: `body/${member}`, message }],
  });
}

export function receiptNotFound(): AppError {
  return new AppError('not-found', 'The import could not be found.');
}

export function receiptNotKept(): AppError {
  return new AppError('not-found', 'The receipt is not kept any more (svc.vex.receipt.retention-days).');
}
