import { hash } from 'node:crypto';
import { AppError } from '../errors.ts';

/** Where the next page of a list starts. The value is null if the sorted column is null. */
export interface Position {
  readonly value: string | number | null;
  readonly id: number;
}

const CHECKSUM_LENGTH = 12;

/**
 * Opaque to callers. Contains a checksum of itself and of its list (`scope`: list, filters and sorting), so that a damaged
 * token, or one of another list, is refused. It contains no secrets: the query that it continues decides access.
 */
export function toPageToken(scope: string, { value, id }: Position): string {
  const position = JSON.stringify([value, id]);
  return Buffer.from(checksumOf(scope, position) + position).toString('base64url');
}

/** `path` is where the token is in the request, for the error. */
export function fromPageToken(scope: string, token: string, path = 'query/page_token'): Position {
  const text = Buffer.from(token, 'base64url').toString();
  const position = text.slice(CHECKSUM_LENGTH);
  if (text.slice(0, CHECKSUM_LENGTH) !== checksumOf(scope, position)) throw invalidToken(path);
  const [value, id] = JSON.parse(position) as [Position['value'], number];
  return { value, id };
}

function checksumOf(scope: string, position: string): string {
  return hash('sha256', `${scope}\n${position}`, 'hex').slice(0, CHECKSUM_LENGTH);
}

function invalidToken(path: string): AppError {
  const message = 'is not a token of this list: it must come from a page with the same filters and sorting';
  return new AppError('invalid', `The ${path.split('/')[1]} ${message}.`, { errors: [{ path, message }] });
}
