import type { ApiKey, ManagedApiKey } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { getTeam } from '../admin/get-team.ts';
import { addExamples, addServerOptions, collect, type JsonOption, toLimit } from '../command-options.ts';
import { addConfirmOption, type ConfirmOption, confirm } from '../confirm.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { type Column, type Outcome, print, renderFacts } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

type CommonOptions = ServerOptions & JsonOption;

interface CreateOptions extends CommonOptions {
  readonly comment?: string;
  readonly expires?: number;
  readonly project?: readonly string[];
}

interface RotateOptions extends CommonOptions {
  readonly overlap: number;
}

interface ListOptions extends ServerOptions, OutputOptions {
  readonly team?: string;
}

export function registerKeyCommands(program: Command): void {
  const key = program.command('key').description('Manage API keys');
  registerList(key);
  registerCreate(key);
  registerRotate(key);
  registerRegenerate(key);
  registerRevoke(key);
}

function registerList(key: Command): void {
  const command = key
    .command('list')
    .description('List API keys')
    .option('--team <team>', 'only keys of this team: name or UUID')
    .action(async (options: ListOptions) => {
      const { apiKeyOperations } = await import('@tallyman/contract');
      const rows = await withSession(options, async (client) => {
        const { team } = options;
        const query = team === undefined ? {} : { team: (await getTeam(client, team)).uuid };
        const { body } = await client.call(apiKeyOperations.listApiKeys, { query });
        return body.items.map((item) => ({ publicId: item.public_id, ...item }));
      });
      await print(toListOutcome({ name: 'keys', columns, rows }), options);
    });
  addExamples(addOutputOptions(command, 'csv'), 'tallyman key list', 'tallyman key list --team ci');
}

const columns: readonly Column<ManagedApiKey>[] = [
  { title: 'ID', value: ({ public_id }) => public_id },
  { title: 'TEAM', value: ({ teams }) => teams.map(({ name }) => name).join(', ') },
  { title: 'CREATED', value: ({ created_at }) => toDay(created_at) },
  {
    title: 'LAST USED',
    value: ({ last_used_at }) => (last_used_at === undefined ? 'never' : toDay(last_used_at)),
  },
  { title: 'EXPIRES', value: describeExpiry },
  { title: 'PROJECTS', value: ({ projects }) => (projects ? String(projects.length) : 'all') },
  { title: 'COMMENT', value: ({ comment }) => comment, shrinks: true },
];

function describeExpiry({ expires_at, expired }: ManagedApiKey): string {
  if (expires_at === undefined) return 'never';
  return expired ? 'expired' : toDay(expires_at);
}

const DAY_MS = 86_400_000;

function toDay(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

function registerCreate(key: Command): void {
  const command = key
    .command('create')
    .argument('<team>', 'name or UUID')
    .description('Create an API key for a team; it is shown only once')
    .option('--comment <text>', 'purpose of the key')
    .addOption(new Option('--expires <days>', 'days until it expires').argParser(toLimit))
    .option('--project <project>', 'it sees only this project and those below; repeatable', collect)
    .action(async (team: string, options: CreateOptions) => print(await create(team, options), options));
  addExamples(
    addServerOptions(command),
    'tallyman key create ci --comment "nightly build"',
    'tallyman key create ci --expires 90 --project "My service"',
    'TALLYMAN_API_KEY=$(tallyman key create ci --json | jq -r .key)',
  );
}

async function create(team: string, options: CreateOptions): Promise<Outcome> {
  const { apiKeyOperations } = await import('@tallyman/contract');
  const { comment, expires, project = [] } = options;
  const made = await withSession(options, async (client) => {
    const { uuid } = await getTeam(client, team);
    const projects: string[] = [];
    for (const reference of project) projects.push(await getProjectUuid(client, reference));
    const body = {
      ...(comment !== undefined && { comment }),
      ...(expires !== undefined && { expires_at: Date.now() + expires * DAY_MS }),
      ...(projects.length > 0 && { projects }),
    };
    return (await client.call(apiKeyOperations.createManagedApiKey, { params: { uuid }, body })).body;
  });
  return describeManaged(made);
}

function describeManaged(key: ManagedApiKey): Outcome {
  return {
    document: { publicId: key.public_id, ...key },
    text: renderFacts([
      ['ID', key.public_id],
      ['Key', key.key],
      ['Comment', key.comment],
      ['Expires', key.expires_at === undefined ? undefined : toDay(key.expires_at)],
      [
        'Projects',
        key.projects?.map(({ name, version }) => [name, version].filter(Boolean).join(':')).join('\n'),
      ],
    ]),
    notes: [SHOWN_ONCE],
  };
}

const SHOWN_ONCE = 'The key is not shown again. Use it: export TALLYMAN_API_KEY=…';

function describe(key: ApiKey): Outcome {
  return {
    document: key,
    text: renderFacts([
      ['ID', key.publicId],
      ['Key', key.key],
      ['Comment', key.comment],
    ]),
    notes: [SHOWN_ONCE],
  };
}

function registerRotate(key: Command): void {
  const command = key
    .command('rotate')
    .argument('<id>', 'public id, as shown by key list')
    .description('Create a successor of an API key; the old one works until the end of the overlap')
    .addOption(new Option('--overlap <hours>', 'hours in which both work').default(24).argParser(toHours))
    .action(async (publicId: string, options: RotateOptions) => {
      const { apiKeyOperations } = await import('@tallyman/contract');
      const request = { params: { public_id: publicId }, body: { overlap_hours: options.overlap } };
      const { body } = await withSession(options, (client) =>
        client.call(apiKeyOperations.rotateApiKey, request),
      );
      await print(describeManaged(body), options);
    });
  addExamples(addServerOptions(command), 'tallyman key rotate abcd1234 --overlap 48');
}

function toHours(text: string): number {
  return text === '0' ? 0 : toLimit(text);
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
