import type { PasswordReset } from '@tallyman/server/reset-admin-password';
import type { Command } from 'commander';
import { askSecret, canAsk, readSecretFromStdin } from '../ask.ts';
import { addExamples, addJsonOption, collect, type JsonOption } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Outcome, print } from '../output.ts';

interface ResetOptions extends JsonOption {
  readonly generate?: boolean;
  readonly passwordStdin?: boolean;
  readonly set?: readonly string[];
  readonly config?: string;
}

const DETAILS = `
Works on the machine of the service, with the configuration of the service, whether it runs or not. Ends all sessions of
the user and clears failed sign-ins. The password is prompted for, read from stdin or generated, and never an argument: other
users of the machine can see arguments.`;

export function registerAdminResetPassword(program: Command): void {
  const command = program
    .command('reset-password')
    .description('Set a new password for a user who cannot sign in')
    .argument('[user]', 'name of the user', 'admin')
    .option('--generate', 'generate the password and print it')
    .option('--password-stdin', 'read the password from stdin instead of asking for it')
    .option('--set <key=value>', 'set a property of the service; may be repeated', collect)
    .option('--config <file>', 'properties file of the service (default: ./tallyman.properties, if present)')
    .action(async (user: string, options: ResetOptions) => {
      await print(describe(await reset(user, options)), options);
    });
  addExamples(
    addJsonOption(command),
    'tallyman admin reset-password',
    'tallyman admin reset-password ann --generate --config /etc/tallyman.properties',
    'tallyman admin reset-password --password-stdin < password.txt',
  ).addHelpText('after', DETAILS);
}

async function reset(username: string, options: ResetOptions): Promise<PasswordReset> {
  const { set = [], config } = options;
  const argv = [
    ...set.flatMap((setting) => ['--set', setting]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
  const password = await readNewPassword(username, options);
  const { resetAdminPassword } = await import('@tallyman/server/reset-admin-password');
  try {
    return await resetAdminPassword({ argv, username, password });
  } catch (error) {
    throw new CommandError(toExitCode(error), error instanceof Error ? error.message : String(error));
  }
}

/** Returns undefined to have a password generated. */
async function readNewPassword(
  username: string,
  { generate, passwordStdin }: ResetOptions,
): Promise<string | undefined> {
  if (generate) return undefined;
  if (passwordStdin) return readSecretFromStdin();
  if (!canAsk()) {
    throw new CommandError(
      EXIT.usage,
      'There is no terminal for input. Use --generate, or --password-stdin with the password on stdin.',
    );
  }
  const password = await askSecret(`New password of ${username} (empty: generate one): `);
  if (password === '') return undefined;
  if (password === (await askSecret('New password again: '))) return password;
  throw new CommandError(EXIT.usage, 'The passwords do not match. Nothing was changed.');
}

function toExitCode(error: unknown): ExitCode {
  const { name, kind } = error as { name?: string; kind?: string };
  return name === 'ConfigError' || kind === 'invalid' || kind === 'not-found' ? EXIT.usage : EXIT.failed;
}

function describe(done: PasswordReset): Outcome {
  const { username, generatedPassword, suspended } = done;
  const lines = [
    `The password of ${username} was changed. All sessions of ${username} have ended.`,
    ...(generatedPassword === undefined ? [] : [`New password: ${generatedPassword}`]),
  ];
  const notes = suspended ? [`warning: ${username} is suspended and cannot sign in.`] : [];
  return { document: done, text: lines.join('\n'), notes };
}
