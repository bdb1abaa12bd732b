import type { Client } from '@tallyman/client';
import { type Command, Option } from 'commander';
import { describeUser } from '../admin/describe-user.ts';
import { getTeam } from '../admin/get-team.ts';
import { getUser, type ListedUser, listUsers, USER_KINDS, type UserKind } from '../admin/get-user.ts';
import { toPermissions } from '../admin/to-permissions.ts';
import { addExamples, addServerOptions, collect, type JsonOption } from '../command-options.ts';
import { addConfirmOption, type ConfirmOption, confirm } from '../confirm.ts';
import { type Column, print } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { readNewPassword } from '../read-password.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';
import { registerUserChange } from './user-change.ts';

type CommonOptions = ServerOptions & JsonOption;

interface CreateOptions extends CommonOptions {
  readonly kind: UserKind;
  readonly fullName?: string;
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly forcePasswordChange?: true;
  readonly team?: readonly string[];
  readonly permission?: readonly string[];
}

export function registerUserCommands(program: Command): void {
  const user = program.command('user').description('Manage users, their permissions and teams');
  registerList(user);
  registerShow(user);
  registerCreate(user);
  registerUserChange(user);
  registerGrants(user);
  registerDelete(user);
}

function registerList(user: Command): void {
  const command = user
    .command('list')
    .description('List users')
    .action(async (options: ServerOptions & OutputOptions) => {
      const rows = await withSession(options, listUsers);
      await print(toListOutcome({ name: 'users', columns, rows }), options);
    });
  addExamples(addOutputOptions(command, 'csv'), 'tallyman user list', 'tallyman user list --output csv');
}

const columns: readonly Column<ListedUser>[] = [
  { title: 'NAME', value: ({ username }) => username },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'EMAIL', value: ({ email }) => email, shrinks: true },
  { title: 'STATE', value: (user) => ('suspended' in user && user.suspended ? 'suspended' : 'active') },
  { title: 'TEAMS', value: ({ teams }) => teams.map(({ name }) => name).join(', '), shrinks: true },
];

function registerShow(user: Command): void {
  const command = user
    .command('show')
    .argument('<user>')
    .description('Show a user with teams and permissions')
    .action(async (name: string, options: CommonOptions) =>
      print(describeUser(await withSession(options, (client) => getUser(client, name))), options),
    );
  addExamples(addServerOptions(command), 'tallyman user show ann');
}

function registerCreate(user: Command): void {
  const command = user
    .command('create')
    .argument('<user>', 'name of the user')
    .description('Create a user; prompts for the password')
    .addOption(
      new Option('--kind <kind>', 'system that verifies the password').choices(USER_KINDS).default('managed'),
    )
    .option('--full-name <name>', 'default: the user name')
    .option('--email <address>')
    .option('--password-stdin', 'read the password from stdin (or set TALLYMAN_NEW_PASSWORD)')
    .option('--force-password-change', 'the user must choose another password at the first sign-in')
    .option('--team <team>', 'add the user to this team; may be repeated', collect)
    .option('--permission <permission>', 'grant a permission; may be repeated', collect)
    .action(async (name: string, options: CreateOptions) =>
      print(describeUser(await createUser(name, options)), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman user create ann --email ann@example.org --team Developers --force-password-change',
    'tallyman user create ci --password-stdin --permission bom-upload < password.txt',
    'tallyman user create bob --kind oidc --team Developers',
  );
}

async function createUser(username: string, options: CreateOptions): Promise<ListedUser> {
  const permissions = await toPermissions(options.permission ?? []);
  const password = options.kind === 'managed' ? await readNewPassword(username, options) : '';
  return withSession(options, async (client) => {
    const teams = [];
    for (const team of options.team ?? []) teams.push(await getTeam(client, team));
    await create(client, username, password, options);
    const { permissionOperations, userOperations } = await import('@tallyman/contract');
    for (const { uuid } of teams)
      await client.call(userOperations.addUserToTeam, { params: { username }, body: { uuid } });
    for (const permission of permissions)
      await client.call(permissionOperations.grantToUser, { params: { username, permission } });
    return getUser(client, username);
  });
}

async function create(client: Client, username: string, password: string, options: CreateOptions) {
  const { userOperations } = await import('@tallyman/contract');
  if (options.kind === 'ldap') return client.call(userOperations.createLdapUser, { body: { username } });
  if (options.kind === 'oidc') return client.call(userOperations.createOidcUser, { body: { username } });
  const body = {
    username,
    fullname: options.fullName ?? username,
    email: options.email ?? `${username}@localhost`,
    newPassword: password,
    confirmPassword: password,
    forcePasswordChange: options.forcePasswordChange ?? false,
    nonExpiryPassword: false,
    suspended: false,
  };
  return client.call(userOperations.createManagedUser, { body });
}

type Change = (client: Client, username: string, value: string) => Promise<unknown>;

/** Commands that grant something to a user or revoke it, for one or more values. */
function registerGrants(user: Command): void {
  const commands: readonly [string, string, string, Change][] = [
    ['grant', 'permission', 'Grant permissions to a user', grant],
    ['revoke', 'permission', 'Revoke permissions from a user', revoke],
    ['join', 'team', 'Add a user to teams', join],
    ['leave', 'team', 'Remove a user from teams', leave],
  ];
  for (const [name, noun, description, change] of commands) {
    const command = user
      .command(name)
      .argument('<user>')
      .argument(`<${noun}...>`)
      .description(description)
      .action(async (username: string, values: string[], options: CommonOptions) => {
        const changed = await withSession(options, async (client) => {
          for (const value of values) await change(client, username, value);
          return getUser(client, username);
        });
        await print(describeUser(changed), options);
      });
    const example = noun === 'team' ? 'Developers' : 'view-portfolio bom-upload';
    addExamples(addServerOptions(command), `tallyman user ${name} ann ${example}`);
  }
}

const grant: Change = async (client, username, value) => {
  const { permissionOperations } = await import('@tallyman/contract');
  const [permission = ''] = await toPermissions([value]);
  return client.call(permissionOperations.grantToUser, { params: { username, permission } });
};

const revoke: Change = async (client, username, value) => {
  const { permissionOperations } = await import('@tallyman/contract');
  const [permission = ''] = await toPermissions([value]);
  return client.call(permissionOperations.revokeFromUser, { params: { username, permission } });
};

const join: Change = async (client, username, value) => {
  const { userOperations } = await import('@tallyman/contract');
  const { uuid } = await getTeam(client, value);
  return client.call(userOperations.addUserToTeam, { params: { username }, body: { uuid } });
};

const leave: Change = async (client, username, value) => {
  const { userOperations } = await import('@tallyman/contract');
  const { uuid } = await getTeam(client, value);
  return client.call(userOperations.removeUserFromTeam, { params: { username }, body: { uuid } });
};

function registerDelete(user: Command): void {
  const command = user
    .command('delete')
    .argument('<user>')
    .description('Delete a user')
    .action(async (name: string, options: CommonOptions & ConfirmOption) => {
      await confirm(`Delete the user ${name}?`, options);
      await withSession(options, (client) => deleteUser(client, name));
      await print({ document: { deleted: name }, text: `Deleted ${name}.` }, options);
    });
  addExamples(addConfirmOption(addServerOptions(command)), 'tallyman user delete ann --yes');
}

async function deleteUser(client: Client, username: string): Promise<unknown> {
  const { userOperations } = await import('@tallyman/contract');
  const { kind } = await getUser(client, username);
  const body = { username };
  if (kind === 'ldap') return client.call(userOperations.deleteLdapUser, { body });
  if (kind === 'oidc') return client.call(userOperations.deleteOidcUser, { body });
  return client.call(userOperations.deleteManagedUser, { body });
}
