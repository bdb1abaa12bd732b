import type { ManagedUserUpdate } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { describeUser } from '../admin/describe-user.ts';
import { getUser, type ListedUser } from '../admin/get-user.ts';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { print } from '../output.ts';
import { readNewPassword } from '../read-password.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ChangeOptions extends ServerOptions, JsonOption {
  readonly rename?: string;
  readonly fullName?: string;
  readonly email?: string;
  readonly suspend?: true;
  readonly unsuspend?: true;
  readonly newPassword?: true;
  readonly passwordStdin?: boolean;
  readonly forcePasswordChange?: boolean;
}

export function registerUserChange(user: Command): void {
  const command = user
    .command('change')
    .argument('<user>')
    .description('Change a user; options that are not given are not changed')
    .option('--rename <name>', 'new user name')
    .option('--full-name <name>')
    .option('--email <address>')
    .addOption(new Option('--suspend', 'suspend the user').conflicts('unsuspend'))
    .option('--unsuspend', 'reactivate the user')
    .option('--new-password', 'set a new password; prompts for it')
    .option('--password-stdin', 'read the new password from stdin (or set TALLYMAN_NEW_PASSWORD)')
    .option('--force-password-change', 'the user must choose another password at the next sign-in')
    .option('--no-force-password-change')
    .action(async (name: string, options: ChangeOptions) =>
      print(describeUser(await changeUser(name, options)), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman user change ann --email ann@example.org',
    'tallyman user change ann --suspend',
    'tallyman user change ann --new-password --force-password-change',
  );
}

async function changeUser(username: string, options: ChangeOptions): Promise<ListedUser> {
  const { userOperations } = await import('@tallyman/contract');
  const { rename } = options;
  const isPassword = options.newPassword || options.passwordStdin;
  const password = isPassword ? await readNewPassword(username, options) : undefined;
  return withSession(options, async (client) => {
    const user = await getUser(client, username);
    const body = toUpdate(user, password, options);
    if (body) await client.call(userOperations.updateManagedUser, { body });
    if (rename !== undefined)
      await client.call(userOperations.renameUser, { params: { username }, body: { username: rename } });
    return getUser(client, rename ?? username);
  });
}

/** Sends all members, because an absent flag means false. */
function toUpdate(
  user: ListedUser,
  password: string | undefined,
  options: ChangeOptions,
): ManagedUserUpdate | undefined {
  const { fullName, email, suspend, unsuspend, forcePasswordChange } = options;
  const changes = [fullName, email, suspend, unsuspend, forcePasswordChange, password];
  if (changes.every((change) => change === undefined)) return undefined;
  if (!('suspended' in user))
    throw new CommandError(
      EXIT.usage,
      `${user.username} is not a managed user (${user.kind}). Change it in its own system.`,
    );
  return {
    username: user.username,
    fullname: fullName ?? user.fullname ?? user.username,
    email: email ?? user.email ?? `${user.username}@localhost`,
    suspended: suspend ?? (unsuspend ? false : user.suspended),
    forcePasswordChange: forcePasswordChange ?? user.forcePasswordChange,
    nonExpiryPassword: user.nonExpiryPassword,
    ...(password === undefined ? {} : { newPassword: password, confirmPassword: password }),
  };
}
