import { toConflictError } from '../../platform/db/in-conflict-transaction.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { AccessContext } from './access-context.ts';
import { changeAccess } from './change-access.ts';
import { getTeam, getTeamDetails } from './get-team.ts';
import { requireVisibleName } from './name-rules.ts';
import { requireFreeTeamName, teamNameTaken } from './require-free-team-name.ts';
import { requireWithinPower } from './require-within-power.ts';
import { type TeamDetails, updateTeamName } from './team-store.ts';

/** The current name is always accepted, even if it is not valid for a new team. */
export async function renameTeam(
  ctx: AccessContext,
  caller: Principal,
  uuid: string,
  name: string,
): Promise<TeamDetails> {
  const teamId = await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, uuid);
    await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
    if (name === team.name) return team.id;
    const requested = requireVisibleName(name, 'body/name');
    await requireFreeTeamName(tx, requested, team.id);
    await updateTeamName(tx, team.id, requested);
    return team.id;
  }).catch((error: unknown) => {
    throw toConflictError(error, () => teamNameTaken(name.trim()));
  });
  return getTeamDetails(ctx.db, teamId);
}
