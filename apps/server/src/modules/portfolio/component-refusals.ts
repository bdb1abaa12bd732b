import { AppError } from '../../platform/errors.ts';
import { accessDenied } from './project-refusals.ts';

export function requireComponent<T extends { readonly accessible: boolean }>(found: T | undefined): T {
  return requireNode(found, 'component');
}

export function requireService<T extends { readonly accessible: boolean }>(found: T | undefined): T {
  return requireNode(found, 'service');
}

/** Unknown and forbidden are told apart, as with projects. */
function requireNode<T extends { readonly accessible: boolean }>(found: T | undefined, what: string): T {
  if (!found) throw new AppError('not-found', `The ${what} could not be found.`);
  if (!found.accessible) throw accessDenied();
  return found;
}
