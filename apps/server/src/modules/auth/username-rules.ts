import { AppError } from '../../platform/errors.ts';
import { requireVisibleName } from './name-rules.ts';
import { isReservedUsername } from './username-conflicts.ts';
import { findLookalikeComplaint } from './username-lookalikes.ts';

/** Returns the trimmed name in composed form. Throws if a new user must not have it. */
export function requireUsableUsername(username: string): string {
  const usable = requireVisibleName(username, 'body/username').normalize('NFC');
  const complaint = findLookalikeComplaint(usable) ?? findReservedComplaint(usable);
  if (complaint === undefined) return usable;
  throw new AppError('invalid', `The user name ${complaint}. Choose another name.`, {
    errors: [{ path: 'body/username', message: complaint }],
  });
}

function findReservedComplaint(username: string): string | undefined {
  if (!isReservedUsername(username)) return undefined;
  return 'must not end in -CONFLICT-LDAP or -CONFLICT-OIDC, which mark conflicts';
}
