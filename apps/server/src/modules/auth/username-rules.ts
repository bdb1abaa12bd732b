import { AppError } from '../../platform/errors.ts';
import { isReservedUsername } from './username-conflicts.ts';

/** The name without surrounding spaces, if a user may be called so. */
export function requireUsableUsername(username: string): string {
  const trimmed = username.trim();
  if (!isReservedUsername(trimmed)) return trimmed;
  throw new AppError(
    'invalid',
    'User names that end in -CONFLICT-LDAP or -CONFLICT-OIDC mark conflicts. Choose another name.',
    { errors: [{ path: 'body/username', message: 'must not end in -CONFLICT-LDAP or -CONFLICT-OIDC' }] },
  );
}

export function usernameTaken(username: string): AppError {
  return new AppError('conflict', `A user "${username}" exists already. Choose another name.`);
}
