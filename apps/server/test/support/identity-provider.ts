import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { createTestBrowser } from './test-browser.ts';

const CLIENT_ID = 'tallyman';
const CLIENT_SECRET = 'a secret of the client that is long enough';

interface Account {
  readonly sub: string;
  readonly name: string;
  readonly email?: string;
  readonly groups?: readonly string[];
}

interface TokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider does not publish. */
  readonly foreignKey?: boolean;
}

/** A real OpenID Connect provider on loopback. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Requests that it has answered, as `GET /jwks`. */
  readonly requests: string[];
  /** The person who is at the keyboard: sign-ins need no form. */
  setAccount(account: Account): void;
  /** Register addresses of the service, once they are known. */
  register(metadata: Partial<ClientMetadata>): void;
  /** From now on it signs with a new key and no longer publishes the old one. */
  rotateKeys(): Promise<void>;
  /** An ID token of the account, signed by the provider, with changes. */
  issueIdToken(changes?: TokenChanges): Promise<string>;
  issueLogoutToken(claims: Readonly<Record<string, unknown>>, changes?: TokenChanges): Promise<string>;
  /** Tokens that a front end of its own gets for the account, by the code flow. */
  signInAsFrontend(): Promise<{ idToken: string; accessToken: string }>;
  /** Requests are answered with 503 until it is called with false. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

const ALG = 'RS256';

/** Nothing listens there: the test reads the code from the redirect. */
const FRONTEND = 'http://127.0.0.1:2/callback';

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALG, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: ALG, use: 'sig' };
}

export async function startTestProvider(): Promise<TestProvider> {
  let account: Account = { sub: 'nobody', name: 'nobody' };
  let key = await newKey();
  let isDown = false;
  let client: ClientMetadata = {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uris: [FRONTEND],
  };
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (isDown) response.writeHead(503).end();
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rebuild = () => {
    handle = toHandler(
      new Provider(
        issuer,
        toConfiguration(client, key, () => account),
      ),
      () => account,
    );
  };
  rebuild();
  const sign = async (claims: Record<string, unknown>, { header, foreignKey }: TokenChanges) => {
    const jwk = foreignKey ? { ...(await newKey()), kid: key.kid } : key;
    return new SignJWT(claims).setProtectedHeader({ alg: ALG, kid: key.kid ?? '', ...header }).sign(jwk);
  };
  const now = () => Math.floor(Date.now() / 1000);
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    requests,
    setAccount: (next) => {
      account = next;
    },
    register: (metadata) => {
      client = { ...client, ...metadata };
      rebuild();
    },
    rotateKeys: async () => {
      key = await newKey();
      rebuild();
    },
    issueIdToken: (changes = {}) => {
      const times = { iat: now(), exp: now() + 300 };
      return sign({ iss: issuer, aud: CLIENT_ID, ...times, ...account, ...changes.claims }, changes);
    },
    issueLogoutToken: (claims, changes = {}) => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const all = { iss: issuer, aud: CLIENT_ID, iat: now(), exp: now() + 120, jti: randomUUID(), events };
      return sign({ ...all, ...claims }, { header: { typ: 'logout+jwt' }, ...changes });
    },
    signInAsFrontend: () => signInAsFrontend(issuer),
    setDown: (next) => {
      isDown = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toConfiguration(client: ClientMetadata, key: JWK, account: () => Account): Configuration {
  return {
    clients: [client],
    jwks: { keys: [key] },
    cookies: { keys: ['cookies of the test provider'] },
    // Without its guard against private addresses (the service is on loopback) and its time limit.
    fetch: (url, { method, headers, body } = {}) =>
      globalThis.fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
    conformIdTokenClaims: false,
    ttl: { Interaction: 300, Grant: 300, Session: 300, AccessToken: 300, IdToken: 300 },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub', 'sid'], profile: ['name'], email: ['email'], groups: ['groups'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ ...account(), sub: id }) }),
    // Consent is given beforehand.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  };
}

function toHandler(provider: Provider, account: () => Account) {
  const callback = provider.callback();
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const login = { accountId: account().sub };
    provider.interactionFinished(request, response, { login }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  };
}

async function signInAsFrontend(issuer: string): Promise<{ idToken: string; accessToken: string }> {
  const verifier = 'a verifier of forty-three or more characters'.replaceAll(' ', '-');
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: FRONTEND,
    scope: 'openid profile email groups',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  });
  const callback = await createTestBrowser().followUntil(`${issuer}/auth?${query}`, FRONTEND);
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(callback).searchParams.get('code') ?? '',
      redirect_uri: FRONTEND,
      code_verifier: verifier,
      client_id: CLIENT_ID,
    }),
    headers: { Authorization: `Basic ${btoa(`${CLIENT_ID}:${encodeURIComponent(CLIENT_SECRET)}`)}` },
  });
  const tokens = (await answer.json()) as { id_token: string; access_token: string };
  return { idToken: tokens.id_token, accessToken: tokens.access_token };
}
