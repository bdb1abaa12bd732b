import type { Permission } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';

/**
 * Whoever holds the whole ACCESS_MANAGEMENT may give anything. Whoever holds a part of it may give, and lay hands
 * on users and keys with, only what it holds itself: otherwise the part would be worth the whole.
 */
export function requireMayGive(
  { permissions }: Pick<Principal, 'permissions'>,
  given: readonly Permission[],
): void {
  if (permissions.has('ACCESS_MANAGEMENT')) return;
  const missing = given.filter((permission) => !permissions.has(permission)).sort();
  if (missing.length === 0) return;
  throw new AppError(
    'forbidden',
    'Without ACCESS_MANAGEMENT one can give, and change users and keys with, only permissions one has. ' +
      `Missing: ${missing.join(', ')}.`,
    { members: { missingPermissions: missing } },
  );
}
