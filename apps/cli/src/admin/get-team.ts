import type { Client } from '@tallyman/client';
import type { Team } from '@tallyman/contract';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';

export async function listTeams(client: Client): Promise<Team[]> {
  const { teamOperations } = await import('@tallyman/contract');
  const teams: Team[] = [];
  for await (const { rows } of client.pages(teamOperations.listTeams, { pageSize: 100 })) teams.push(...rows);
  return teams;
}

/** Finds a team by name or UUID. Throws if it does not exist. */
export async function getTeam(client: Client, reference: string): Promise<Team> {
  const wanted = reference.toLowerCase();
  const teams = await listTeams(client);
  const team = teams.find(({ uuid, name }) => uuid === wanted || name.toLowerCase() === wanted);
  if (team) return team;
  throw new CommandError(EXIT.failed, `Team "${reference}" does not exist. See: tallyman team list`);
}
