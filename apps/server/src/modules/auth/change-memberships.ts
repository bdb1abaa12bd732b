import type { Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import { changeAccess } from './change-access.ts';
import { getTeam, getTeams } from './get-team.ts';
import { getUser, getUserDetails } from './get-user.ts';
import { deleteMembership, deleteOtherMemberships, insertMemberships } from './membership-store.ts';
import { requireWithinPower } from './require-within-power.ts';
import type { UserDetails } from './user-store.ts';

/** The user after the change, or undefined if nothing changed. */
type Changed = Promise<UserDetails | undefined>;

export function addToTeam(
  ctx: AccessContext,
  caller: Principal,
  username: string,
  teamUuid: string,
): Changed {
  return changeMembership(ctx, caller, username, teamUuid, async (tx, user, team) => {
    const added = await insertMemberships(tx, user, [team]);
    return added.length > 0;
  });
}

export function removeFromTeam(
  ctx: AccessContext,
  caller: Principal,
  username: string,
  teamUuid: string,
): Changed {
  return changeMembership(ctx, caller, username, teamUuid, deleteMembership);
}

/** `change` returns whether anything changed. */
function changeMembership(
  ctx: AccessContext,
  caller: Principal,
  username: string,
  teamUuid: string,
  change: (tx: Tx, userId: number, teamId: number) => Promise<boolean>,
): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const user = await getUser(tx, username);
    const team = await getTeam(tx, teamUuid);
    await requireWithinPower(ctx, tx, caller, { users: [user.id], teams: [team.id] });
    return (await change(tx, user.id, team.id)) ? getUserDetails(tx, user.id) : undefined;
  });
}

/** Teams that the user leaves need no separate check: what they grant is part of what the user holds. */
export function setTeams(
  ctx: AccessContext,
  caller: Principal,
  username: string,
  teamUuids: readonly string[],
): Changed {
  return changeAccess(ctx.db, async (tx) => {
    const user = await getUser(tx, username);
    const teamIds = (await getTeams(tx, teamUuids)).map((team) => team.id);
    await requireWithinPower(ctx, tx, caller, { users: [user.id], teams: teamIds });
    const removed = await deleteOtherMemberships(tx, user.id, teamIds);
    const added = await insertMemberships(tx, user.id, teamIds);
    return removed + added.length > 0 ? getUserDetails(tx, user.id) : undefined;
  });
}
