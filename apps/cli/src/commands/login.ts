import type { Client, ProblemError } from '@tallyman/client';
import type { Command } from 'commander';
import { askLine, askSecret, canAsk, readSecretFromStdin } from '../ask.ts';
import { addExamples, addJsonOption, addUrlOption, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Outcome, print } from '../output.ts';
import { printNote } from '../print-note.ts';
import { nameProfile, readProfiles, selectProfile, writeProfiles } from '../profiles.ts';
import { connect } from '../session.ts';

interface LoginOptions extends JsonOption {
  readonly url?: string;
  readonly profile?: string;
  readonly username?: string;
  readonly passwordStdin?: boolean;
}

export function registerLogin(program: Command): void {
  const command = program
    .command('login')
    .description('Sign in and remember the session for the commands that follow')
    .option('--username <name>', 'who signs in; asked for when left out')
    .option('--password-stdin', 'read the password from stdin instead of asking for it')
    .action(async (options: LoginOptions) => print(await login(options), options));
  addExamples(
    addJsonOption(addUrlOption(command)),
    'tallyman login --url http://127.0.0.1:8080 --username admin',
    'tallyman login --profile work --url https://tallyman.example',
    'tallyman login --url https://tallyman.example --username ci --password-stdin < password.txt',
  );
}

const LOCAL_SERVICE = 'http://127.0.0.1:8080';

async function login(options: LoginOptions): Promise<Outcome> {
  const known = await readProfiles();
  const isNew = options.profile !== undefined && !(options.profile in known.profiles);
  const remembered = isNew ? undefined : selectProfile(known, options.profile);
  const client = await connect(options.url || remembered?.url || LOCAL_SERVICE);
  const { baseUrl: url } = client;
  if (isExposed(url)) printNote('warning: http:// sends the password unencrypted. Prefer https://.');
  const username = options.username || (await askOnTerminal('User name: ', askLine, '--username'));
  const password = await readPassword(username, options);
  const token = await signIn(client, { username, password });
  const profile = options.profile ?? nameProfile(known, url);
  await writeProfiles({
    current: profile,
    profiles: { ...known.profiles, [profile]: { url, username, token } },
  });
  return { document: { url, username, profile }, text: `Signed in at ${url} as ${username}.` };
}

/** Never an argument: other users of the machine see the arguments of every process. */
async function readPassword(username: string, { passwordStdin }: LoginOptions): Promise<string> {
  if (passwordStdin) return readSecretFromStdin();
  const given = process.env.TALLYMAN_PASSWORD;
  return given || askOnTerminal(`Password of ${username}: `, askSecret, '--password-stdin');
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
}

async function signIn(client: Client, credentials: Credentials): Promise<string> {
  const { sessionOperations } = await import('@tallyman/contract');
  try {
    return (await client.call(sessionOperations.signIn, { body: credentials })).body;
  } catch (error) {
    const { username, password, totp } = credentials;
    const cause = causeOf(error);
    if (cause === 'FORCE_PASSWORD_CHANGE') {
      const newPassword = await replacePassword(client, username, password);
      return signIn(client, { ...credentials, password: newPassword });
    }
    if (cause !== 'SECOND_FACTOR_REQUIRED' || totp !== undefined) throw error;
    const code = process.env.TALLYMAN_TOTP || (await askOnTerminal('Code: ', askLine, 'TALLYMAN_TOTP'));
    return signIn(client, { ...credentials, totp: code.replaceAll(' ', '') });
  }
}

/** Services say it as a member of the problem, or as the whole body. */
function causeOf(error: unknown): unknown {
  const { problem } = error as Partial<ProblemError>;
  return problem?.cause ?? problem?.detail;
}

async function replacePassword(client: Client, username: string, password: string): Promise<string> {
  const { sessionOperations } = await import('@tallyman/contract');
  if (!canAsk()) throw mustChangePassword(client.baseUrl, username);
  printNote('The password must be changed before signing in.');
  const newPassword = await askSecret('New password: ');
  const confirmPassword = await askSecret('New password again: ');
  const body = { username, password, newPassword, confirmPassword };
  await client.call(sessionOperations.changeForcedPassword, { body });
  return newPassword;
}

function mustChangePassword(url: string, username: string): CommandError {
  const how = `Run on a terminal, which asks for a new one: tallyman login --url ${url} --username ${username}`;
  return new CommandError(
    EXIT.denied,
    `The password of ${username} must be changed before signing in.\n${how}`,
  );
}

async function askOnTerminal(question: string, ask: (question: string) => Promise<string>, instead: string) {
  if (!canAsk()) throw new CommandError(EXIT.usage, `There is no terminal to ask on. Use ${instead}.`);
  const answer = await ask(question);
  if (answer === '') throw new CommandError(EXIT.usage, 'Nothing was entered.');
  return answer;
}

function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
