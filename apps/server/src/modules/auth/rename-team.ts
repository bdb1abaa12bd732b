import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { changeAccess } from './change-access.ts';
import { getTeam, getTeamDetails } from './get-team.ts';
import { requireVisibleName } from './name-rules.ts';
import { requireFreeTeamName, teamNameTaken } from './require-free-team-name.ts';
import { type TeamDetails, updateTeamName } from './team-store.ts';

/** The name it has may stay, also one that could not be chosen today. */
export async function renameTeam(ctx: Context, uuid: string, name: string): Promise<TeamDetails> {
  const teamId = await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, uuid);
    if (name === team.name) return team.id;
    const wanted = requireVisibleName(name, 'body/name');
    await requireFreeTeamName(tx, wanted, team.id);
    await updateTeamName(tx, team.id, wanted);
    return team.id;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? teamNameTaken(name.trim()) : error;
  });
  return getTeamDetails(ctx.db, teamId);
}
