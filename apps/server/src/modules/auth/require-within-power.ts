import type { Permission } from '@tallyman/contract';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { TeamSight } from './access-context.ts';
import { findOverreach, type Overreach } from './power-rule.ts';
import { loadPower, type Subjects } from './power-store.ts';

interface AccessChange extends Subjects {
  /** Given or taken away. */
  readonly permissions?: readonly Permission[];
}

/**
 * Refuses a change of access that is beyond the caller's power. Everything that gives or takes access asks here,
 * inside its transaction and before it writes: name all users, teams and API keys that change, and the
 * permissions that are given or taken.
 */
export async function requireWithinPower(
  { sight }: { readonly sight: TeamSight },
  tx: Tx,
  caller: Principal,
  { permissions = [], ...subjects }: AccessChange,
): Promise<void> {
  const power = await loadPower(tx, subjects);
  const overreach = findOverreach(caller.permissions, {
    permissions: [...permissions, ...power.permissions],
    seesMore: await sight.seesMore(tx, caller, power.teamIds),
  });
  if (overreach) throw beyondPower(overreach);
}

/** Says that projects are hidden, but neither which nor how many. */
function beyondPower({ missingPermissions, seesMore }: Overreach): AppError {
  const reasons = [
    ...(missingPermissions.length > 0 ? [`You lack ${missingPermissions.join(', ')}.`] : []),
    ...(seesMore ? ['It concerns projects that you may not see.'] : []),
  ];
  return new AppError(
    'forbidden',
    'Without ACCESS_MANAGEMENT you can give and take only permissions that you hold, and change only users, ' +
      `teams and API keys that hold and see no more than you. ${reasons.join(' ')}`,
    { members: { missingPermissions } },
  );
}
