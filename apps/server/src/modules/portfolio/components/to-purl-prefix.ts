import { AppError } from '../../../platform/errors.ts';
import { toPurl } from '../identifiers/package-url.ts';
import type { PurlPrefix } from './component-filter-store.ts';

/** Throws if the query parameter is not a package URL. */
export function toPurlPrefix(parameter: string, text: string | undefined): PurlPrefix | undefined {
  if (text === undefined) return undefined;
  const prefix = toPurl(text);
  if (!prefix) throw invalidQuery(parameter, 'must be a package URL, at least pkg:type/name');
  return prefix;
}

export function invalidQuery(parameter: string, message: string): AppError {
  return new AppError('invalid', `The ${parameter} ${message}.`, {
    errors: [{ path: `query/${parameter}`, message }],
  });
}
