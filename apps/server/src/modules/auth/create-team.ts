import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { getTeamDetails } from './get-team.ts';
import { findTeamByName, insertTeams, type TeamDetails } from './team-store.ts';

export async function createTeam(ctx: Context, name: string): Promise<TeamDetails> {
  const wanted = name.trim();
  const ids = await inTransaction(ctx.db, (tx) => insertTeams(tx, [{ uuid: newUuid(), name: wanted }]));
  const id = ids.get(wanted);
  if (id === undefined) throw await teamExists(ctx.db, wanted);
  return getTeamDetails(ctx.db, id);
}

export async function teamExists(db: Db, name: string): Promise<AppError> {
  const team = await findTeamByName(db, name);
  return new AppError('conflict', `A team "${name}" exists already. Choose another name.`, {
    title: 'Team already exists',
    members: { teamUuid: team?.uuid, teamName: name },
  });
}
