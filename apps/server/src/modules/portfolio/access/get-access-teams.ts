import type { NewProject } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { listTeams, type TeamRow } from './access-store.ts';

type AccessTeam = NonNullable<NewProject['accessTeams']>[number];

/** "accessTeams must be teams visible to the caller": all teams with ACCESS_MANAGEMENT, otherwise the caller's teams. */
export async function getAccessTeams(
  db: Db,
  principal: Principal,
  requested: readonly AccessTeam[],
): Promise<number[]> {
  if (requested.length === 0) return [];
  const among = principal.permissions.has('ACCESS_MANAGEMENT') ? undefined : principal.teamIds;
  const uuids = requested.flatMap((team) => team.uuid ?? []);
  const names = requested.flatMap((team) => team.name ?? []);
  const visible = await listTeams(db, uuids, names, among);
  return [...new Set(requested.map((team) => resolveTeam(team, visible)))];
}

function resolveTeam(requested: AccessTeam, visible: readonly TeamRow[]): number {
  if (!requested.uuid && !requested.name) {
    throw new AppError('invalid', 'Each of the accessTeams must have the uuid or the name of a team.');
  }
  const found = visible.find((team) => isSameTeam(requested, team));
  if (found) return found.id;
  const label = requested.uuid ? `uuid ${requested.uuid}` : `name ${requested.name}`;
  throw new AppError(
    'invalid',
    `The team with the ${label} cannot be granted access: it does not exist, or you may not see it.`,
  );
}

function isSameTeam(requested: AccessTeam, team: TeamRow): boolean {
  return requested.uuid ? team.uuid === requested.uuid.toLowerCase() : team.name === requested.name;
}
