import { isPermission, type Permission } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { changeAccess } from './change-access.ts';
import { getTeam } from './get-team.ts';
import { getUser } from './get-user.ts';
import { requireMayGive } from './may-give.ts';
import { deleteGrant, deleteOtherGrants, type Holder, insertGrants } from './permission-store.ts';

/** Finds the user or the team whose permissions change, inside the transaction that changes them. */
type FindHolder = (tx: Tx) => Promise<Holder>;

/** The holder if anything changed; `undefined` when there was nothing to change. */
type Changed = Promise<Holder | undefined>;

export function userNamed(username: string): FindHolder {
  return async (tx) => ({ kind: 'user', id: (await getUser(tx, username)).id });
}

export function teamWith(uuid: string): FindHolder {
  return async (tx) => ({ kind: 'team', id: (await getTeam(tx, uuid)).id });
}

export async function grantPermission(
  ctx: Context,
  caller: Principal,
  findHolder: FindHolder,
  permission: string,
): Changed {
  const known = getPermission(permission);
  return changeAccess(ctx.db, async (tx) => {
    const holder = await findHolder(tx);
    const granted = await insertGrants(tx, holder, [known]);
    requireMayGive(caller, granted);
    return granted.length > 0 ? holder : undefined;
  });
}

export async function revokePermission(ctx: Context, findHolder: FindHolder, permission: string): Changed {
  const known = getPermission(permission);
  return changeAccess(ctx.db, async (tx) => {
    const holder = await findHolder(tx);
    return (await deleteGrant(tx, holder, known)) ? holder : undefined;
  });
}

/** What the holder has already, and is to keep, counts as given by others. */
export async function setPermissions(
  ctx: Context,
  caller: Principal,
  findHolder: FindHolder,
  permissions: readonly Permission[],
): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const holder = await findHolder(tx);
    const revoked = await deleteOtherGrants(tx, holder, permissions);
    const granted = await insertGrants(tx, holder, permissions);
    requireMayGive(caller, granted);
    return revoked + granted.length > 0 ? holder : undefined;
  });
}

function getPermission(name: string): Permission {
  if (isPermission(name)) return name;
  throw new AppError('not-found', `There is no permission "${name}". GET /api/v1/permission lists them all.`);
}
