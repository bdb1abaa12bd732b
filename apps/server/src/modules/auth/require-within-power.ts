import type { Permission } from '@tallyman/contract';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { TeamVisibility } from './access-context.ts';
import { findMissingPower, type MissingPower } from './power-rule.ts';
import { loadPower, type Subjects } from './power-store.ts';

interface AccessChange extends Subjects {
  /** Granted or revoked. */
  readonly permissions?: readonly Permission[];
}

/**
 * Throws if a change of access is beyond the power of the caller. Every use-case that changes access calls it in its
 * transaction before it writes. Pass all users, teams and API keys that change, and the permissions that are granted
 * or revoked.
 */
export async function requireWithinPower(
  { visibility }: { readonly visibility: TeamVisibility },
  tx: Tx,
  caller: Principal,
  { permissions = [], ...subjects }: AccessChange,
): Promise<void> {
  const power = await loadPower(tx, subjects);
  const missing = findMissingPower(caller.permissions, {
    permissions: [...permissions, ...power.permissions],
    seesMore: await visibility.seesMore(tx, caller, power.teamIds),
  });
  if (missing) throw beyondPower(missing);
}

/** Says that projects are hidden, but neither which nor how many. */
function beyondPower({ missingPermissions, seesMore }: MissingPower): AppError {
  const reasons = [
    ...(missingPermissions.length > 0 ? [`You lack ${missingPermissions.join(', ')}.`] : []),
    ...(seesMore ? ['It concerns projects that you may not see.'] : []),
  ];
  return new AppError(
    'forbidden',
    'Without ACCESS_MANAGEMENT you can grant and revoke only permissions that you hold, and change only users, ' +
      `teams and API keys that hold and see no more than you. ${reasons.join(' ')}`,
    { members: { missingPermissions } },
  );
}
