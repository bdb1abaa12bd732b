import type { Client, ClientOptions, ProblemError } from '@tallyman/client';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';
import { PRODUCT_VERSION } from './product-version.ts';
import { findProfileOfServer, isSameServer, readProfiles, selectProfile } from './profiles.ts';
import { showWhileWaiting } from './progress-line.ts';

/** Options for server and credentials, including their environment variables. */
export interface ServerOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly profile?: string;
}

const LOCAL_SERVICE = 'http://127.0.0.1:8080';
const TIMEOUT_MS = 60_000;

export async function connect(baseUrl: string, credentials: Partial<ClientOptions> = {}): Promise<Client> {
  const { createClient } = await import('@tallyman/client');
  const userAgent = `tallyman-cli/${PRODUCT_VERSION}`;
  const patiently: typeof fetch = (input, init) =>
    showWhileWaiting(`waiting for ${baseUrl}`, () => fetch(input, init));
  return createClient({ baseUrl, userAgent, timeoutMs: TIMEOUT_MS, fetch: patiently, ...credentials });
}

/** The given address, that of the profile, or the local service. */
async function resolveUrl({ url, profile }: ServerOptions): Promise<string> {
  return url || selectProfile(await readProfiles(), profile)?.url || LOCAL_SERVICE;
}

/** Runs work with an authenticated client. Explains how to sign in if there are no credentials. */
export async function withSession<T>(
  options: ServerOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = await resolveUrl(options);
  // Validates the address first, because there are no credentials for an invalid one.
  await connect(url);
  const credentials = await resolveCredentials(url, options);
  if (!credentials) {
    await requireService(url);
    throw notSignedIn(`Not signed in at ${url}.`, url, options);
  }
  const client = await connect(url, credentials);
  try {
    return await work(client);
  } catch (error) {
    if ((error as ProblemError)?.name !== 'ProblemError' || (error as ProblemError).status !== 401)
      throw error;
    if (credentials.apiKey)
      throw new CommandError(EXIT.denied, `The API key is not valid at ${url}. Check or replace it.`);
    throw notSignedIn(`The session at ${url} has expired or is not valid.`, url, options);
  }
}

/** Throws if no service answers at the address. */
export async function requireService(url: string): Promise<void> {
  const { systemOperations } = await import('@tallyman/contract');
  const client = await connect(url);
  try {
    await client.call(systemOperations.getVersion);
  } catch (error) {
    if ((error as ProblemError)?.name !== 'ProblemError') throw error;
    throw new CommandError(
      EXIT.usage,
      `${url} is not the address of a Tallyman service. Use the address that it printed at its start, such as ${LOCAL_SERVICE}.`,
    );
  }
}

/** The API key, else the token of the environment, else that of the profile. */
export async function resolveCredentials(url: string, { apiKey, profile }: ServerOptions) {
  if (apiKey) return { apiKey };
  const token = process.env.TALLYMAN_TOKEN;
  if (token) return { token };
  const known = await readProfiles();
  const selected = selectProfile(known, profile);
  const own = selected && isSameServer(selected.url, url) ? selected : undefined;
  const stored = own ?? (profile === undefined ? findProfileOfServer(known, url) : undefined);
  return stored?.token === undefined ? undefined : { token: stored.token };
}

function notSignedIn(what: string, url: string, { profile }: ServerOptions): CommandError {
  const which = profile === undefined ? '' : ` --profile ${profile}`;
  return new CommandError(EXIT.denied, `${what}\nRun: tallyman login --url ${url}${which}`);
}
