import type { Client, ProblemError } from '@tallyman/client';
import type { Command } from 'commander';
import { askLine, askSecret, canAsk, readSecretFromStdin } from '../ask.ts';
import { addExamples, addJsonOption, addUrlOption, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Outcome, print } from '../output.ts';
import { printNote } from '../print-note.ts';
import { nameProfile, readProfiles, selectProfile, writeProfiles } from '../profiles.ts';
import { connect, requireService } from '../server-session.ts';

interface LoginOptions extends JsonOption {
  readonly url?: string;
  readonly profile?: string;
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly totpStdin?: boolean;
}

export function registerLogin(program: Command): void {
  const command = program
    .command('login')
    .description('Sign in and save the session for later commands')
    .option('--username <name>', 'user name (prompts for it by default)')
    .option('--password-stdin', 'read the password from stdin instead of asking for it')
    .option(
      '--totp-stdin',
      'read the code of the second factor from stdin, after the password if both are given',
    )
    .action(async (options: LoginOptions) => print(await login(options), options));
  addExamples(
    addJsonOption(addUrlOption(command)),
    'tallyman login --url http://127.0.0.1:8080 --username admin',
    'tallyman login --profile work --url https://tallyman.example',
    'tallyman login --url https://tallyman.example --username ci --password-stdin < password.txt',
    'oathtool --totp --base32 @secret.txt | tallyman login --username ci --totp-stdin',
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
  const token = await signIn(client, await readCredentials(username, options)).catch(async (error) => {
    if ((error as ProblemError)?.status === 404) await requireService(url);
    throw error;
  });
  const profile = options.profile ?? nameProfile(known, url);
  await writeProfiles({
    current: profile,
    profiles: { ...known.profiles, [profile]: { url, username, token } },
  });
  return { document: { url, username, profile }, text: `Signed in at ${url} as ${username}.` };
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Returns the next code of the second factor. Called only if the server requires one. */
  readonly nextCode: () => Promise<string>;
}

/** Never arguments, because other users of the machine can see the arguments of every process. */
async function readCredentials(
  username: string,
  { passwordStdin, totpStdin }: LoginOptions,
): Promise<Credentials> {
  if (passwordStdin && totpStdin) {
    const { password, code } = splitLastLine(await readSecretFromStdin());
    return { username, password, nextCode: codesFrom(code) };
  }
  const password = passwordStdin
    ? await readSecretFromStdin()
    : process.env.TALLYMAN_PASSWORD ||
      (await askOnTerminal(`Password of ${username}: `, askSecret, '--password-stdin or TALLYMAN_PASSWORD'));
  const code = totpStdin ? await readSecretFromStdin('code') : process.env.TALLYMAN_TOTP;
  return { username, password, nextCode: codesFrom(code) };
}

function splitLastLine(given: string): { readonly password: string; readonly code: string } {
  const { password, code } = /^(?<password>.+?)\r?\n(?<code>[^\n]+)$/s.exec(given)?.groups ?? {};
  if (password === undefined || code === undefined)
    throw new CommandError(EXIT.usage, 'Two lines are needed on stdin: the password, then the code.');
  return { password, code };
}

/** Yields the given code, then typed ones. Each code works once, and a forced password change needs several. */
function codesFrom(given: string | undefined): () => Promise<string> {
  let unused = given;
  return async () => {
    const code =
      unused ||
      (await askOnTerminal('Code of the second factor: ', askLine, '--totp-stdin or TALLYMAN_TOTP'));
    unused = undefined;
    return code.replaceAll(' ', '');
  };
}

async function signIn(client: Client, credentials: Credentials): Promise<string> {
  const { sessionOperations } = await import('@tallyman/contract');
  const { username, password, nextCode } = credentials;
  try {
    const { body } = await withSecondFactor(nextCode, (factor) =>
      client.call(sessionOperations.signIn, { body: { username, password, ...factor } }),
    );
    return body;
  } catch (error) {
    if (causeOf(error) !== 'FORCE_PASSWORD_CHANGE') throw error;
    const newPassword = await replacePassword(client, credentials);
    return signIn(client, { ...credentials, password: newPassword });
  }
}

/** Sends a second factor only if it is required. */
async function withSecondFactor<T>(
  nextCode: Credentials['nextCode'],
  send: (factor: { readonly totp?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (causeOf(error) !== 'SECOND_FACTOR_REQUIRED') throw error;
  }
  const totp = await nextCode();
  try {
    return await send({ totp });
  } catch (error) {
    // The password has just been accepted.
    throw causeOf(error) === 'INVALID_CREDENTIALS' ? wrongCode() : error;
  }
}

function wrongCode(): CommandError {
  const advice = 'Wait for the next one, or use a recovery code.';
  return new CommandError(EXIT.denied, `The code is wrong or was already used. ${advice}`);
}

/** A member of the problem document, or the whole body. */
function causeOf(error: unknown): unknown {
  const { problem } = error as Partial<ProblemError>;
  return problem?.cause ?? problem?.detail;
}

async function replacePassword(
  client: Client,
  { username, password, nextCode }: Credentials,
): Promise<string> {
  const { sessionOperations } = await import('@tallyman/contract');
  if (!canAsk()) throw mustChangePassword(client.baseUrl, username);
  printNote('The password must be changed before signing in.');
  const newPassword = await askSecret('New password: ');
  const confirmPassword = await askSecret('New password again: ');
  const change = { username, password, newPassword, confirmPassword };
  await withSecondFactor(nextCode, (factor) =>
    client.call(sessionOperations.changeForcedPassword, { body: { ...change, ...factor } }),
  );
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
  if (!canAsk()) throw new CommandError(EXIT.usage, `There is no terminal for input. Use ${instead}.`);
  const answer = await ask(question);
  if (answer === '') throw new CommandError(EXIT.usage, 'Nothing was entered.');
  return answer;
}

function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
