import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { HttpClient } from '../../../platform/outgoing-http/create-http-client.ts';
import { type JsonObject, toObject, toText, toTime } from '../../../platform/read-json.ts';
import type { GithubApp, RunSettings } from '../source-settings.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

/** GitHub allows ten minutes. */
const JWT_SECONDS = 540;
/** The clock of GitHub may be late. */
const CLOCK_SKEW_SECONDS = 60;
/** A token of an installation is valid for an hour. A page must not outlast it. */
const RENEWED_BEFORE_MS = 300_000;
const MAX_TOKEN_BYTES = 64 * 1024;

interface AuthorizationDeps {
  readonly http: HttpClient;
  readonly settings: RunSettings;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** Whether there is a token, or an App with which to get one. */
export function hasGithubCredentials({ secret, app }: RunSettings): boolean {
  return secret !== undefined || app !== undefined;
}

/** Returns a function that returns a valid token. Tokens of an App are renewed before they expire, because a run may take hours. */
export function authorizeGithub({ http, settings, now, signal }: AuthorizationDeps): () => Promise<string> {
  const { app, secret = '', url } = settings;
  if (!app) return async () => secret;
  let latest: InstallationToken | undefined;
  return async () => {
    if (!latest || latest.expiresAt - now().getTime() < RENEWED_BEFORE_MS) {
      const { text } = await http.readText({
        url: `${toRestUrl(url)}/app/installations/${encodeURIComponent(app.installationId)}/access_tokens`,
        method: 'POST',
        headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${toAppToken(app, now())}` },
        maxBytes: MAX_TOKEN_BYTES,
        ...(signal ? { signal } : {}),
      });
      latest = readToken(text);
    }
    return latest.token;
  };
}

interface InstallationToken {
  readonly token: string;
  readonly expiresAt: number;
}

function readToken(text: string): InstallationToken {
  const answer = parse(text);
  const [token, expiresAt] = [toText(answer.token), toTime(answer.expires_at)];
  if (!token) throw new UnreadableDataError('GitHub did not answer with a token of the installation.');
  return { token, expiresAt: expiresAt?.getTime() ?? 0 };
}

function parse(text: string): JsonObject {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The REST API beside the GraphQL API: GitHub Enterprise has both below `/api`. */
export function toRestUrl(graphqlUrl: string): string {
  const url = graphqlUrl.replace(/\/+$/, '');
  return url.endsWith('/api/graphql') ? url.replace(/graphql$/, 'v3') : url.replace(/\/graphql$/, '');
}

/** The signed statement with which an App identifies itself (JWT, RS256). */
export function toAppToken({ id, privateKey }: GithubApp, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = { iat: seconds - CLOCK_SKEW_SECONDS, exp: seconds + JWT_SECONDS, iss: id };
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), readKey(privateKey)).toString('base64url')}`;
}

/** The error has no cause: it might quote the key. */
function readKey(privateKey: string): KeyObject {
  try {
    const key = createPrivateKey(privateKey);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {}
  throw new UnreadableDataError(
    'The private key of the GitHub App cannot be read. Use the PEM file that GitHub created for the App.',
  );
}
