import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { changeAccess } from './change-access.ts';
import { teamExists } from './create-team.ts';
import { getTeam, getTeamDetails } from './get-team.ts';
import { type TeamDetails, updateTeamName } from './team-store.ts';

export async function renameTeam(ctx: Context, uuid: string, name: string): Promise<TeamDetails> {
  const wanted = name.trim();
  const teamId = await changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, uuid);
    await updateTeamName(tx, team.id, wanted);
    return team.id;
  }).catch(async (error: unknown) => {
    throw isUniqueViolation(error) ? await teamExists(ctx.db, wanted) : error;
  });
  return getTeamDetails(ctx.db, teamId);
}
