import { AppError } from '../../../platform/errors.ts';
import { accessDenied } from '../projects/project-errors.ts';

export function requireComponent<T extends { readonly accessible: boolean }>(found: T | undefined): T {
  return requireNode(found, 'component');
}

export function requireService<T extends { readonly accessible: boolean }>(found: T | undefined): T {
  return requireNode(found, 'service');
}

/** Throws not-found if it does not exist, forbidden if the caller may not see it, as for projects. */
function requireNode<T extends { readonly accessible: boolean }>(found: T | undefined, what: string): T {
  if (!found) throw new AppError('not-found', `The ${what} could not be found.`);
  if (!found.accessible) throw accessDenied();
  return found;
}
