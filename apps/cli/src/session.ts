import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client, ClientOptions, ProblemError } from '@tallyman/client';
import packageJson from '../package.json' with { type: 'json' };
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Flags that say where and who; their environment variables count as given. */
export interface ServerOptions {
  readonly url?: string;
  readonly apiKey?: string;
}

/** What `tallyman login` leaves behind. */
export interface StoredSession {
  readonly url: string;
  readonly username: string;
  readonly token: string;
}

const LOCAL_SERVICE = 'http://127.0.0.1:8080';
const TIMEOUT_MS = 60_000;

export async function connect(baseUrl: string, credentials: Partial<ClientOptions> = {}): Promise<Client> {
  const { createClient } = await import('@tallyman/client');
  const userAgent = `tallyman-cli/${packageJson.version}`;
  return createClient({ baseUrl, userAgent, timeoutMs: TIMEOUT_MS, ...credentials });
}

/** Where: as asked for, where one signed in last, or here. */
export async function resolveUrl(options: ServerOptions): Promise<string> {
  return options.url || (await findStoredSession())?.url || LOCAL_SERVICE;
}

/** Does some work with a client that is signed in; explains how to sign in when it is not. */
export async function withSession<T>(
  options: ServerOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = await resolveUrl(options);
  const credentials = await findCredentials(url, options);
  if (!credentials) throw notSignedIn(`Not signed in at ${url}.`, url);
  const client = await connect(url, credentials);
  try {
    return await work(client);
  } catch (error) {
    if ((error as ProblemError)?.name !== 'ProblemError' || (error as ProblemError).status !== 401)
      throw error;
    if (credentials.apiKey)
      throw new CommandError(EXIT.denied, `${url} does not know this API key. Check or replace it.`);
    throw notSignedIn(`The session at ${url} is over or was never valid.`, url);
  }
}

/** A stored token goes only to the server that issued it. */
async function findCredentials(url: string, { apiKey }: ServerOptions) {
  if (apiKey) return { apiKey };
  const token = process.env.TALLYMAN_TOKEN;
  if (token) return { token };
  const stored = await findStoredSession();
  return stored && isSameServer(stored.url, url) ? { token: stored.token } : undefined;
}

function isSameServer(one: string, other: string): boolean {
  const normal = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url);
  return normal(one) === normal(other);
}

function notSignedIn(what: string, url: string): CommandError {
  return new CommandError(EXIT.denied, `${what}\nRun: tallyman login --url ${url}`);
}

function sessionFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tallyman', 'credentials.json');
}

export async function findStoredSession(): Promise<StoredSession | undefined> {
  const text = await readFile(sessionFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseSession(text);
}

function parseSession(text: string): StoredSession {
  try {
    const { url, username, token } = JSON.parse(text) as Partial<StoredSession>;
    if (typeof url === 'string' && typeof token === 'string')
      return { url, token, username: String(username) };
  } catch {
    // Falls through: a file that is no JSON and one that lacks members are alike.
  }
  throw new CommandError(
    EXIT.usage,
    `${sessionFile()} is damaged.\nRemove it, then sign in again: tallyman login`,
  );
}

/** Written aside and renamed, so that the file is never half written nor readable by others. */
export async function storeSession(session: StoredSession): Promise<void> {
  const file = sessionFile();
  const aside = `${file}.${crypto.randomUUID()}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(aside, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(aside, file);
}

export async function forgetSession(): Promise<void> {
  await rm(sessionFile(), { force: true });
}
