import type { Db } from '../../platform/db/database.ts';
import type { OldTeam } from '../upgrade/old-records.ts';
import { listAllTeams } from './team-store.ts';

/** Answers with the id here of a team there: by UUID, else by name. */
export async function matchTeams(db: Db): Promise<(team: OldTeam) => number | undefined> {
  const here = await listAllTeams(db);
  const byUuid = new Map(here.map(({ uuid, id }) => [uuid, id]));
  const byName = new Map(here.map(({ name, id }) => [name, id]));
  return ({ uuid, name }) => byUuid.get(uuid ?? '') ?? byName.get(name);
}
