import { hash } from 'node:crypto';
import { AppError } from '../errors.ts';

/** Where the next page of a list starts. `null` where the sorted column has no value. */
export interface Position {
  readonly value: string | number | null;
  readonly id: number;
}

const CHECK_LENGTH = 12;

/**
 * Opaque to callers. It carries a check of itself and of the list it belongs to (`scope`: what is listed, how it
 * is filtered and sorted), so that a damaged token, or one of another list, is refused. It holds nothing that
 * would have to be kept from its holder: access is decided by the query that it continues.
 */
export function toPageToken(scope: string, { value, id }: Position): string {
  const position = JSON.stringify([value, id]);
  return Buffer.from(checkOf(scope, position) + position).toString('base64url');
}

export function fromPageToken(scope: string, token: string): Position {
  const text = Buffer.from(token, 'base64url').toString();
  const position = text.slice(CHECK_LENGTH);
  if (text.slice(0, CHECK_LENGTH) !== checkOf(scope, position)) throw invalidToken();
  const [value, id] = JSON.parse(position) as [Position['value'], number];
  return { value, id };
}

function checkOf(scope: string, position: string): string {
  return hash('sha256', `${scope}\n${position}`, 'hex').slice(0, CHECK_LENGTH);
}

function invalidToken(): AppError {
  const message = 'is no token of this list: it must come from a page with the same filters and sorting';
  return new AppError('invalid', `The page_token ${message}.`, {
    errors: [{ path: 'query/page_token', message }],
  });
}
