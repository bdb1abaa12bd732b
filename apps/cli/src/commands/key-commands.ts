import type { ApiKey } from '@tallyman/contract';
import type { Command } from 'commander';
import { getTeam, listTeams } from '../admin/get-team.ts';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { addConfirmOption, type ConfirmOption, confirm } from '../confirm.ts';
import { type Column, type Outcome, print, renderFacts } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

type CommonOptions = ServerOptions & JsonOption;

interface CreateOptions extends CommonOptions {
  readonly comment?: string;
}

interface ListOptions extends ServerOptions, OutputOptions {
  readonly team?: string;
}

export function registerKeyCommands(program: Command): void {
  const key = program.command('key').description('Manage API keys');
  registerList(key);
  registerCreate(key);
  registerRegenerate(key);
  registerRevoke(key);
}

type ListedKey = ApiKey & { readonly team: string };

function registerList(key: Command): void {
  const command = key
    .command('list')
    .description('List API keys')
    .option('--team <team>', 'only keys of this team: name or UUID')
    .action(async (options: ListOptions) => {
      const rows = await withSession(options, async (client): Promise<ListedKey[]> => {
        const { team } = options;
        const teams = team === undefined ? await listTeams(client) : [await getTeam(client, team)];
        return teams.flatMap(({ name, apiKeys }) => apiKeys.map((each) => ({ team: name, ...each })));
      });
      await print(toListOutcome({ name: 'keys', columns, rows }), options);
    });
  addExamples(addOutputOptions(command, 'csv'), 'tallyman key list', 'tallyman key list --team ci');
}

const columns: readonly Column<ListedKey>[] = [
  { title: 'ID', value: ({ publicId }) => publicId },
  { title: 'TEAM', value: ({ team }) => team },
  { title: 'CREATED', value: ({ created }) => toDay(created) },
  { title: 'LAST USED', value: ({ lastUsed }) => (lastUsed === undefined ? 'never' : toDay(lastUsed)) },
  { title: 'COMMENT', value: ({ comment }) => comment, shrinks: true },
];

function toDay(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

function registerCreate(key: Command): void {
  const command = key
    .command('create')
    .argument('<team>', 'name or UUID')
    .description('Create an API key for a team; it is shown only once')
    .option('--comment <text>', 'purpose of the key')
    .action(async (team: string, options: CreateOptions) => print(await create(team, options), options));
  addExamples(
    addServerOptions(command),
    'tallyman key create ci --comment "nightly build"',
    'TALLYMAN_API_KEY=$(tallyman key create ci --json | jq -r .key)',
  );
}

async function create(team: string, options: CreateOptions): Promise<Outcome> {
  const { teamOperations } = await import('@tallyman/contract');
  const { comment } = options;
  const made = await withSession(options, async (client) => {
    const { uuid } = await getTeam(client, team);
    const { body } = await client.call(teamOperations.createApiKey, { params: { uuid } });
    if (comment === undefined) return body;
    const params = { publicIdOrKey: body.publicId };
    await client.call(teamOperations.commentApiKey, { params, body: comment });
    return { ...body, comment };
  });
  return describe(made);
}

function describe(key: ApiKey): Outcome {
  return {
    document: key,
    text: renderFacts([
      ['ID', key.publicId],
      ['Key', key.key],
      ['Comment', key.comment],
    ]),
    notes: ['The key is not shown again. Use it: export TALLYMAN_API_KEY=…'],
  };
}

function registerRegenerate(key: Command): void {
  const command = key
    .command('regenerate')
    .argument('<id>', 'public id, as shown by key list')
    .description('Replace an API key by a new one; the old one stops working')
    .action(async (publicIdOrKey: string, options: CommonOptions) => {
      const { teamOperations } = await import('@tallyman/contract');
      const { body } = await withSession(options, (client) =>
        client.call(teamOperations.regenerateApiKey, { params: { publicIdOrKey } }),
      );
      await print(describe(body), options);
    });
  addExamples(addServerOptions(command), 'tallyman key regenerate abcd1234');
}

function registerRevoke(key: Command): void {
  const command = key
    .command('revoke')
    .argument('<id>', 'public id, as shown by key list')
    .description('Delete an API key: it stops working at once')
    .action(async (publicIdOrKey: string, options: CommonOptions & ConfirmOption) => {
      const { teamOperations } = await import('@tallyman/contract');
      await confirm(`Revoke the API key ${publicIdOrKey}?`, options);
      await withSession(options, (client) =>
        client.call(teamOperations.deleteApiKey, { params: { publicIdOrKey } }),
      );
      const document = { revoked: publicIdOrKey };
      await print({ document, text: `Revoked ${publicIdOrKey}.` }, options);
    });
  addExamples(addConfirmOption(addServerOptions(command)), 'tallyman key revoke abcd1234 --yes');
}
