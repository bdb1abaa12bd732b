import type { Violation } from '@tallyman/cyclonedx';
import { AppError, type FieldError } from '../../platform/errors.ts';
import type { Refusal } from './import/bom-task.ts';

const TITLE = 'The uploaded BOM is invalid';

/** A document that breaks the schema, or that is none: every place is named. */
export function invalidBom({ kind, message, violations }: Refusal): AppError {
  const errors = violations.map(toFieldError);
  if (kind === 'too-large') return new AppError('too-large', message, errors.length > 0 ? { errors } : {});
  return new AppError('invalid', message, { title: TITLE, errors });
}

function toFieldError({ place, message, line, column }: Violation): FieldError {
  return {
    path: place,
    message,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

/** The same for notifications. */
export function toErrorTexts({ violations, message }: Refusal): string[] {
  return violations.length > 0
    ? violations.map((violation) => `${violation.place}: ${violation.message}`)
    : [message];
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
