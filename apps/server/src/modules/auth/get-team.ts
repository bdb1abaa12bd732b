import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  findTeam,
  findTeamDetails,
  listTeamsByUuid,
  type TeamDetails,
  type TeamRecord,
} from './team-store.ts';

export async function getTeam(db: Db, uuid: string): Promise<TeamRecord> {
  const team = await findTeam(db, uuid);
  if (team) return team;
  throw unknownTeams([uuid]);
}

export async function getTeams(db: Db, uuids: readonly string[]): Promise<TeamRecord[]> {
  const teams = await listTeamsByUuid(db, uuids);
  const known = new Set(teams.map((team) => team.uuid));
  const unknown = uuids.filter((uuid) => !known.has(uuid.toLowerCase()));
  if (unknown.length === 0) return teams;
  throw unknownTeams(unknown);
}

export async function getTeamDetails(db: Db, teamId: number): Promise<TeamDetails> {
  const details = await findTeamDetails(db, teamId);
  if (details) return details;
  throw new AppError('not-found', 'The team has just been deleted.');
}

function unknownTeams(uuids: readonly string[]): AppError {
  return new AppError(
    'not-found',
    `Team ${uuids.join(', ')} does not exist. GET /api/v1/team lists the teams.`,
  );
}
