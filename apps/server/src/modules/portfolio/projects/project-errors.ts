import { AppError } from '../../../platform/errors.ts';

export function projectNotFound(): AppError {
  return new AppError('not-found', 'The project could not be found.');
}

export function parentNotFound(): AppError {
  return new AppError('not-found', 'The parent project could not be found.', {
    title: 'Resource does not exist',
  });
}

export function accessDenied(what = 'the requested project'): AppError {
  return new AppError('forbidden', `Access to ${what} is forbidden`, { title: 'Project access denied' });
}

/** Throws not-found if the project does not exist, forbidden if the caller may not see it. */
export function requireVisible<T extends { readonly accessible: boolean }>(found: T | undefined): T {
  if (!found) throw projectNotFound();
  if (!found.accessible) throw accessDenied();
  return found;
}
