import { AppError } from '../../platform/errors.ts';
import type { DocumentKind } from './document-kind.ts';

export function missingDocument({ name, fileKind }: DocumentKind): AppError {
  return new AppError('invalid', `No ${name} file provided. Send the document as ${fileKind}.`, {
    errors: [{ path: `body/${fileKind}`, message: 'is required' }],
  });
}

export function refusedByCollection({ name }: DocumentKind): AppError {
  return new AppError('invalid', `${name} cannot be uploaded to a collection project.`);
}

export function invalidMember(member: string, message: string): AppError {
  return new AppError('invalid', `The request could not be processed: ${member} ${message}.`, {
    errors: [{ path: `body/${member}`, message }],
  });
}
