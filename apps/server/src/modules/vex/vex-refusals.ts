import { AppError } from '../../platform/errors.ts';

export function receiptNotFound(): AppError {
  return new AppError('not-found', 'The import could not be found.');
}

export function receiptExpired(): AppError {
  return new AppError('not-found', 'The receipt is not stored any more (svc.vex.receipt.retention-days).');
}
