import type { Db } from '../../platform/db/database.ts';
import type { SourceTeam } from '../migration-source/source-records.ts';
import { listAllTeams } from './team-store.ts';

/** Returns a function that finds the existing team of a source team, by UUID, else by name. */
export async function matchTeams(db: Db): Promise<(team: SourceTeam) => number | undefined> {
  const here = await listAllTeams(db);
  const byUuid = new Map(here.map(({ uuid, id }) => [uuid, id]));
  const byName = new Map(here.map(({ name, id }) => [name, id]));
  return ({ uuid, name }) => byUuid.get(uuid ?? '') ?? byName.get(name);
}
