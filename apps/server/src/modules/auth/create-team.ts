import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { getTeamDetails } from './get-team.ts';
import { requireVisibleName } from './name-rules.ts';
import { requireFreeTeamName, teamNameTaken } from './require-free-team-name.ts';
import { insertTeams, type TeamDetails } from './team-store.ts';

export async function createTeam(ctx: Context, name: string): Promise<TeamDetails> {
  const requested = requireVisibleName(name, 'body/name');
  const ids = await inTransaction(ctx.db, async (tx) => {
    await requireFreeTeamName(tx, requested);
    return insertTeams(tx, [{ uuid: newUuid(), name: requested }]);
  });
  const id = ids.get(requested);
  if (id === undefined) throw teamNameTaken(requested);
  return getTeamDetails(ctx.db, id);
}
