import { isPermission, type Permission } from '@tallyman/contract';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import { changeAccess } from './change-access.ts';
import { getTeam } from './get-team.ts';
import { getUser } from './get-user.ts';
import { deleteGrant, deleteOtherGrants, type Holder, insertGrants } from './permission-store.ts';
import { requireWithinPower } from './require-within-power.ts';

/** Finds the user or team whose permissions change, in the transaction that changes them. */
type FindHolder = (tx: Tx) => Promise<Holder>;

/** The holder, or undefined if nothing changed. */
type Changed = Promise<Holder | undefined>;

export function userHolder(username: string): FindHolder {
  return async (tx) => ({ kind: 'user', id: (await getUser(tx, username)).id });
}

export function teamHolder(uuid: string): FindHolder {
  return async (tx) => ({ kind: 'team', id: (await getTeam(tx, uuid)).id });
}

export function grantPermission(
  ctx: AccessContext,
  caller: Principal,
  findHolder: FindHolder,
  permission: string,
): Changed {
  return changePermission(ctx, caller, findHolder, permission, async (tx, holder, known) => {
    const granted = await insertGrants(tx, holder, [known]);
    return granted.length > 0;
  });
}

export function revokePermission(
  ctx: AccessContext,
  caller: Principal,
  findHolder: FindHolder,
  permission: string,
): Changed {
  return changePermission(ctx, caller, findHolder, permission, deleteGrant);
}

/** `change` returns whether anything changed. */
async function changePermission(
  ctx: AccessContext,
  caller: Principal,
  findHolder: FindHolder,
  permission: string,
  change: (tx: Tx, holder: Holder, known: Permission) => Promise<boolean>,
): Changed {
  const known = getPermission(permission);
  return changeAccess(ctx.db, async (tx) => {
    const holder = await findHolder(tx);
    await requireMayChange(ctx, tx, caller, holder, [known]);
    return (await change(tx, holder, known)) ? holder : undefined;
  });
}

export async function setPermissions(
  ctx: AccessContext,
  caller: Principal,
  findHolder: FindHolder,
  permissions: readonly Permission[],
): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const holder = await findHolder(tx);
    await requireMayChange(ctx, tx, caller, holder, permissions);
    const revoked = await deleteOtherGrants(tx, holder, permissions);
    const granted = await insertGrants(tx, holder, permissions);
    return revoked + granted.length > 0 ? holder : undefined;
  });
}

function requireMayChange(
  ctx: AccessContext,
  tx: Tx,
  caller: Principal,
  { kind, id }: Holder,
  permissions: readonly Permission[],
): Promise<void> {
  const subjects = kind === 'user' ? { users: [id] } : { teams: [id] };
  return requireWithinPower(ctx, tx, caller, { ...subjects, permissions });
}

function getPermission(name: string): Permission {
  if (isPermission(name)) return name;
  throw new AppError(
    'not-found',
    `Permission "${name}" does not exist. GET /api/v1/permission lists all permissions.`,
  );
}
