import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { changeAccess } from './change-access.ts';
import { getTeam, getTeams } from './get-team.ts';
import { getUser, getUserDetails } from './get-user.ts';
import { requireMayGive } from './may-give.ts';
import { deleteMembership, deleteOtherMemberships, insertMemberships } from './membership-store.ts';
import { listPermissionsOfTeams } from './permission-store.ts';
import type { UserDetails } from './user-store.ts';

/** The user after the change; `undefined` when there was nothing to change. */
type Changed = Promise<UserDetails | undefined>;

export function addToTeam(ctx: Context, caller: Principal, username: string, teamUuid: string): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const user = await getUser(tx, username);
    const team = await getTeam(tx, teamUuid);
    const added = await insertMemberships(tx, user.id, [team.id]);
    requireMayGive(caller, await listPermissionsOfTeams(tx, added));
    return added.length > 0 ? getUserDetails(tx, user.id) : undefined;
  });
}

export function removeFromTeam(ctx: Context, username: string, teamUuid: string): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const user = await getUser(tx, username);
    const team = await getTeam(tx, teamUuid);
    const removed = await deleteMembership(tx, user.id, team.id);
    return removed ? getUserDetails(tx, user.id) : undefined;
  });
}

export function setTeams(
  ctx: Context,
  caller: Principal,
  username: string,
  teamUuids: readonly string[],
): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const user = await getUser(tx, username);
    const teamIds = (await getTeams(tx, teamUuids)).map((team) => team.id);
    const removed = await deleteOtherMemberships(tx, user.id, teamIds);
    const added = await insertMemberships(tx, user.id, teamIds);
    requireMayGive(caller, await listPermissionsOfTeams(tx, added));
    return removed + added.length > 0 ? getUserDetails(tx, user.id) : undefined;
  });
}
