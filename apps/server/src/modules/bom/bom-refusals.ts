import { AppError } from '../../platform/errors.ts';
import {
  type DocumentRefusal,
  INVALID_DOCUMENT,
  toFieldErrors,
  withHint,
} from '../cyclonedx-mapping/refused-document.ts';

/** A document that breaks the schema, or that is none: every place is named. */
export function invalidBom(refusal: DocumentRefusal): AppError {
  const { kind, message, violations } = refusal;
  const errors = toFieldErrors(violations);
  if (kind === 'too-large') return new AppError('too-large', message, errors.length > 0 ? { errors } : {});
  return new AppError('invalid', withHint(message, refusal), { title: INVALID_DOCUMENT, errors });
}

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
