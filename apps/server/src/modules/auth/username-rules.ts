import { AppError } from '../../platform/errors.ts';
import { requireVisibleName } from './name-rules.ts';
import { isReservedUsername } from './username-conflicts.ts';

/** The name without surrounding spaces, if a user may be called so. */
export function requireUsableUsername(username: string): string {
  const usable = requireVisibleName(username, 'body/username');
  if (!isReservedUsername(usable)) return usable;
  throw new AppError(
    'invalid',
    'User names that end in -CONFLICT-LDAP or -CONFLICT-OIDC mark conflicts. Choose another name.',
    { errors: [{ path: 'body/username', message: 'must not end in -CONFLICT-LDAP or -CONFLICT-OIDC' }] },
  );
}
