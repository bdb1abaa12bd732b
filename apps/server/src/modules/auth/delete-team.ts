import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import { deleteApiKeysOnlyOf } from './api-key-store.ts';
import { changeAccess } from './change-access.ts';
import { getTeam } from './get-team.ts';
import { requireWithinPower } from './require-within-power.ts';
import { deleteTeamById } from './team-store.ts';

/** Deletes a team and the API keys that belong to no other team. Its members lose the permissions of the team. */
export async function deleteTeam(ctx: AccessContext, caller: Principal, uuid: string): Promise<void> {
  await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, uuid);
    await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
    await deleteApiKeysOnlyOf(tx, team.id);
    await deleteTeamById(tx, team.id);
  });
}
