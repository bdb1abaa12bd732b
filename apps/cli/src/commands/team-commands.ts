import type { Client } from '@tallyman/client';
import type { ProjectListItem, Team } from '@tallyman/contract';
import type { Command } from 'commander';
import { getTeam, listTeams } from '../admin/get-team.ts';
import { toPermissions } from '../admin/to-permissions.ts';
import { addExamples, addServerOptions, collect, type JsonOption } from '../command-options.ts';
import { addConfirmOption, type ConfirmOption, confirm } from '../confirm.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { type Column, type Outcome, print, renderFacts } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

type CommonOptions = ServerOptions & JsonOption;

interface CreateOptions extends CommonOptions {
  readonly permission?: readonly string[];
}

export function registerTeamCommands(program: Command): void {
  const team = program.command('team').description('Manage teams, their permissions and projects');
  registerList(team);
  registerShow(team);
  registerCreate(team);
  registerRename(team);
  registerChanges(team);
  registerDelete(team);
}

function registerList(team: Command): void {
  const command = team
    .command('list')
    .description('List teams')
    .action(async (options: ServerOptions & OutputOptions) => {
      const rows = await withSession(options, listTeams);
      await print(toListOutcome({ name: 'teams', columns, rows }), options);
    });
  addExamples(addOutputOptions(command, 'csv'), 'tallyman team list');
}

const columns: readonly Column<Team>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'MEMBERS', value: (team) => membersOf(team).join(', '), shrinks: true },
  { title: 'KEYS', value: ({ apiKeys }) => String(apiKeys.length) },
  {
    title: 'PERMISSIONS',
    value: ({ permissions }) => permissions.map(({ name }) => name).join(', '),
    shrinks: true,
  },
  { title: 'UUID', value: ({ uuid }) => uuid },
];

function membersOf({ managedUsers, ldapUsers, oidcUsers }: Team): string[] {
  return [...managedUsers, ...ldapUsers, ...oidcUsers].map(({ username }) => username);
}

function registerShow(team: Command): void {
  const command = team
    .command('show')
    .argument('<team>', 'name or UUID')
    .description('Show a team with members, keys, permissions and projects')
    .action(async (name: string, options: CommonOptions) => print(await show(name, options), options));
  addExamples(addServerOptions(command), 'tallyman team show Developers');
}

async function show(name: string, options: CommonOptions): Promise<Outcome> {
  return withSession(options, async (client) => {
    const team = await getTeam(client, name);
    return describe(team, await listProjects(client, team.uuid));
  });
}

async function listProjects(client: Client, uuid: string): Promise<ProjectListItem[]> {
  const { aclOperations } = await import('@tallyman/contract');
  const projects: ProjectListItem[] = [];
  for await (const { rows } of client.pages(aclOperations.listProjectsOfTeam, { params: { uuid } }))
    projects.push(...rows);
  return projects;
}

function describe(team: Team, projects?: readonly ProjectListItem[]): Outcome {
  const labels = projects?.map(({ name, version }) => [name, version].filter(Boolean).join(':'));
  return {
    document: projects ? { ...team, projects } : team,
    text: renderFacts([
      ['Name', team.name],
      ['UUID', team.uuid],
      ['Members', membersOf(team).join(', ')],
      [
        'API keys',
        team.apiKeys.map(({ publicId, comment }) => [publicId, comment].filter(Boolean).join(' ')).join('\n'),
      ],
      ['Permissions', team.permissions.map(({ name }) => name).join('\n')],
      ['Projects', labels?.join('\n')],
    ]),
  };
}

function registerCreate(team: Command): void {
  const command = team
    .command('create')
    .argument('<name>')
    .description('Create a team')
    .option('--permission <permission>', 'grant a permission; may be repeated', collect)
    .action(async (name: string, options: CreateOptions) =>
      print(describe(await createTeam(name, options)), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman team create ci --permission bom-upload --permission project-creation-upload --permission view-portfolio --permission view-vulnerability',
  );
}

async function createTeam(name: string, options: CreateOptions): Promise<Team> {
  const { permissionOperations, teamOperations } = await import('@tallyman/contract');
  const permissions = await toPermissions(options.permission ?? []);
  return withSession(options, async (client) => {
    const { body: team } = await client.call(teamOperations.createTeam, { body: { name } });
    for (const permission of permissions)
      await client.call(permissionOperations.grantToTeam, { params: { uuid: team.uuid, permission } });
    return getTeam(client, team.uuid);
  });
}

function registerRename(team: Command): void {
  const command = team
    .command('rename')
    .argument('<team>', 'name or UUID')
    .argument('<name>', 'the new name')
    .description('Rename a team')
    .action(async (reference: string, name: string, options: CommonOptions) => {
      const { teamOperations } = await import('@tallyman/contract');
      const renamed = await withSession(options, async (client) => {
        const { uuid } = await getTeam(client, reference);
        return (await client.call(teamOperations.updateTeam, { body: { uuid, name } })).body;
      });
      await print(describe(renamed), options);
    });
  addExamples(addServerOptions(command), 'tallyman team rename ci pipelines');
}

type Change = (client: Client, uuid: string, value: string) => Promise<unknown>;

/** Commands that grant something to a team or revoke it, for one or more values. */
function registerChanges(team: Command): void {
  const commands: readonly [string, string, string, string, Change][] = [
    ['grant', 'permission', 'Grant permissions to a team', 'view-portfolio bom-upload', grant],
    ['revoke', 'permission', 'Revoke permissions from a team', 'bom-upload', revoke],
    ['map', 'project', 'Map projects and their descendants to a team', '"My service:1.0.0"', map],
    ['unmap', 'project', 'Remove projects from a team', '"My service:1.0.0"', unmap],
  ];
  for (const [name, noun, description, example, change] of commands) {
    const command = team
      .command(name)
      .argument('<team>', 'name or UUID')
      .argument(`<${noun}...>`)
      .description(description)
      .action(async (reference: string, values: string[], options: CommonOptions) => {
        const changed = await withSession(options, async (client) => {
          const { uuid } = await getTeam(client, reference);
          for (const value of values) await change(client, uuid, value);
          return getTeam(client, uuid);
        });
        await print(describe(changed), options);
      });
    addExamples(addServerOptions(command), `tallyman team ${name} ci ${example}`);
  }
}

const grant: Change = async (client, uuid, value) => {
  const { permissionOperations } = await import('@tallyman/contract');
  const [permission = ''] = await toPermissions([value]);
  return client.call(permissionOperations.grantToTeam, { params: { uuid, permission } });
};

const revoke: Change = async (client, uuid, value) => {
  const { permissionOperations } = await import('@tallyman/contract');
  const [permission = ''] = await toPermissions([value]);
  return client.call(permissionOperations.revokeFromTeam, { params: { uuid, permission } });
};

const map: Change = async (client, team, value) => {
  const { aclOperations } = await import('@tallyman/contract');
  const project = await getProjectUuid(client, value);
  return client.call(aclOperations.mapTeamToProject, { body: { team, project } });
};

const unmap: Change = async (client, teamUuid, value) => {
  const { aclOperations } = await import('@tallyman/contract');
  const projectUuid = await getProjectUuid(client, value);
  return client.call(aclOperations.unmapTeamFromProject, { params: { teamUuid, projectUuid } });
};

function registerDelete(team: Command): void {
  const command = team
    .command('delete')
    .argument('<team>', 'name or UUID')
    .description('Delete a team and its API keys')
    .action(async (name: string, options: CommonOptions & ConfirmOption) => {
      const { teamOperations } = await import('@tallyman/contract');
      await confirm(`Delete the team ${name} and its API keys?`, options);
      await withSession(options, async (client) => {
        const { uuid } = await getTeam(client, name);
        await client.call(teamOperations.deleteTeam, { body: { uuid } });
      });
      await print({ document: { deleted: name }, text: `Deleted ${name}.` }, options);
    });
  addExamples(addConfirmOption(addServerOptions(command)), 'tallyman team delete ci --yes');
}
