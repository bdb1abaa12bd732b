import type { Client } from '@tallyman/client';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { type Outcome, print, renderFacts } from '../output.ts';
import { resolveCredentials, type ServerOptions, withSession } from '../server-session.ts';

type WhoamiOptions = ServerOptions & JsonOption;

export function registerWhoami(program: Command): void {
  const command = program
    .command('whoami')
    .description('Show the server, the user or key, and its permissions')
    .action(async (options: WhoamiOptions) => print(await whoami(options), options));
  addExamples(
    addServerOptions(command),
    'tallyman whoami',
    "tallyman whoami --json | jq -r '.permissions[]'",
  );
}

interface Identity {
  readonly url: string;
  readonly username?: string;
  readonly teams: readonly string[];
  readonly permissions: readonly string[];
}

async function whoami(options: WhoamiOptions): Promise<Outcome> {
  const identity = await withSession(options, async (client) => {
    const { apiKey } = (await resolveCredentials(client.baseUrl, options)) as { apiKey?: string };
    return apiKey === undefined ? describeUser(client) : describeKey(client);
  });
  const { url, username, teams, permissions } = identity;
  return {
    document: identity,
    text: renderFacts([
      ['Server', url],
      ['User', username],
      [username === undefined ? 'API key of' : 'Teams', teams.join(', ')],
      ['May', permissions.join('\n') || 'nothing'],
    ]),
  };
}

async function describeUser(client: Client): Promise<Identity> {
  const { userOperations } = await import('@tallyman/contract');
  const [{ body: user }, { body: permissions }] = await Promise.all([
    client.call(userOperations.getSelf),
    client.call(userOperations.listOwnPermissions),
  ]);
  const teams = user.teams.map(({ name }) => name);
  return { url: client.baseUrl, username: user.username, teams, permissions: permissions.toSorted() };
}

async function describeKey(client: Client): Promise<Identity> {
  const { teamOperations } = await import('@tallyman/contract');
  const { body: team } = await client.call(teamOperations.getOwnTeam);
  const permissions = team.permissions.map(({ name }) => name).toSorted();
  return { url: client.baseUrl, teams: [team.name], permissions };
}
