import type { Client, ProblemError } from '@tallyman/client';
import type { Command } from 'commander';
import { askLine, askSecret, canAsk, readSecretFromStdin } from '../ask.ts';
import { addExamples, addJsonOption, addUrlOption, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Outcome, print, printNote } from '../output.ts';
import { connect, resolveUrl, storeSession } from '../session.ts';

interface LoginOptions extends JsonOption {
  readonly url?: string;
  readonly username?: string;
  readonly passwordStdin?: boolean;
}

export function registerLogin(program: Command): void {
  const command = program
    .command('login')
    .description('Sign in and remember the session for the commands that follow')
    .option('--username <name>', 'who signs in; asked for when left out')
    .option('--password-stdin', 'read the password from stdin instead of asking for it')
    .action(async (options: LoginOptions) => print(await login(options), options.json));
  addExamples(
    addJsonOption(addUrlOption(command)),
    'tallyman login --url http://127.0.0.1:8080 --username admin',
    'tallyman login --url https://tallyman.example --username ci --password-stdin < password.txt',
  );
}

async function login(options: LoginOptions): Promise<Outcome> {
  const client = await connect(await resolveUrl(options));
  if (isExposed(client.baseUrl))
    printNote('warning: http:// sends the password unencrypted. Prefer https://.');
  const username = options.username || (await askOnTerminal('User name: ', askLine, '--username'));
  const password = options.passwordStdin
    ? await readSecretFromStdin()
    : await askOnTerminal(`Password of ${username}: `, askSecret, '--password-stdin');
  const token = await signIn(client, username, password);
  await storeSession({ url: client.baseUrl, username, token });
  const { baseUrl: url } = client;
  return { document: { url, username }, text: `Signed in at ${url} as ${username}.` };
}

async function signIn(client: Client, username: string, password: string): Promise<string> {
  const { sessionOperations } = await import('@tallyman/contract');
  try {
    return (await client.call(sessionOperations.signIn, { body: { username, password } })).body;
  } catch (error) {
    if ((error as ProblemError).problem?.cause !== 'FORCE_PASSWORD_CHANGE') throw error;
    const newPassword = await replacePassword(client, username, password);
    return (await client.call(sessionOperations.signIn, { body: { username, password: newPassword } })).body;
  }
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
