import { CSRF_HEADER } from '@tallyman/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from '../support/identity-provider.ts';
import { createTestBrowser, type TestBrowser } from '../support/test-browser.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { isSignedIn } from '../support/test-users.ts';

const COOKIE = 'tallyman-session';

let provider: TestProvider;
let service: TestService;
let callbackUrl: string;

beforeAll(async () => {
  provider = await startTestProvider();
  service = await startTestService({
    'svc.oidc.enabled': 'true',
    'svc.oidc.issuer': provider.issuer,
    'svc.oidc.client-id': provider.clientId,
    'svc.oidc.client-secret': provider.clientSecret,
    'svc.oidc.display-name': 'Example Ltd',
    'svc.oidc.user-provisioning': 'true',
    'svc.oidc.key-refresh-ms': '2000000000',
    'svc.auth.login.max-failures-per-address': '1000',
  });
  callbackUrl = `${service.baseUrl}/api/v2/oidc/callback`;
  provider.register({
    redirect_uris: [callbackUrl],
    post_logout_redirect_uris: [`${service.baseUrl}/`],
    backchannel_logout_uri: `${service.baseUrl}/api/v2/oidc/back-channel-logout`,
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

let name: string;
let browser: TestBrowser;

beforeEach(() => {
  name = `person ${crypto.randomUUID()}`;
  provider.setAccount({ sub: `sub-${name}`, name });
  browser = createTestBrowser();
});

const ownPage = () => ({ Origin: service.baseUrl, [CSRF_HEADER]: '1' });

async function start(returnPath?: string): Promise<string> {
  const answer = await browser.send(`${service.baseUrl}/api/v2/oidc/providers/default/sign-in`, {
    method: 'POST',
    headers: ownPage(),
    body: returnPath === undefined ? {} : { return_path: returnPath },
  });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text).location;
}

/** The address of the service that the provider redirects to, with a code. */
const signInAtProvider = async (location: string) => browser.followUntil(location, callbackUrl);

/** The path that the callback redirects to. */
async function complete(callback: string, by = browser): Promise<string> {
  const answer = await by.send(callback);
  expect(answer.status).toBe(302);
  return (answer.location ?? '').slice(service.baseUrl.length);
}

const sessionToken = (of = browser) => of.cookie(service.baseUrl, COOKIE);

async function signInByBrowser(): Promise<string> {
  await complete(await signInAtProvider(await start()));
  return sessionToken() ?? '';
}

describe('Sign-in with a provider in the browser', () => {
  it('lists the providers by id and name', async () => {
    const { body } = await service.request('GET', '/api/v2/oidc/providers');
    expect(body).toEqual({ providers: [{ id: 'default', name: 'Example Ltd' }] });
  });

  it('opens a session in an HttpOnly cookie and shows the page that was wanted', async () => {
    const location = await start('/projects?tag=a#top');
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256');
    const answer = await browser.send(await signInAtProvider(location));
    expect(answer).toMatchObject({ status: 302, location: `${service.baseUrl}/projects?tag=a#top` });
    expect(answer.setCookies.join()).toMatch(
      /^tallyman-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/,
    );
    const self = await service.request('GET', '/api/v1/user/self', { token: sessionToken() ?? '' });
    expect(self.body).toMatchObject({ username: name, subjectIdentifier: `sub-${name}` });
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/api/version',
    'x',
  ])('never redirects to another site: %s', async (returnPath) => {
    expect(await complete(await signInAtProvider(await start(returnPath)))).toBe('/');
  });

  it('is refused if another site begins it', async () => {
    const url = `${service.baseUrl}/api/v2/oidc/providers/default/sign-in`;
    const senders: Record<string, string>[] = [
      {},
      { Origin: service.baseUrl },
      { Origin: 'https://evil.example', [CSRF_HEADER]: '1' },
    ];
    const answers = await Promise.all(
      senders.map((headers) => browser.send(url, { method: 'POST', headers, body: {} })),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('of an unknown provider is refused with 404', async () => {
    const url = `${service.baseUrl}/api/v2/oidc/providers/unknown/sign-in`;
    expect((await browser.send(url, { method: 'POST', headers: ownPage(), body: {} })).status).toBe(404);
  });

  it('completes once: a replayed callback is refused', async () => {
    const callback = await signInAtProvider(await start());
    await complete(callback);
    expect(await complete(callback)).toBe('/?signInError=SIGN_IN_EXPIRED');
  });

  it('does not accept the code of an earlier sign-in', async () => {
    const first = new URL(await signInAtProvider(await start()));
    await complete(first.href);
    const second = new URL(await signInAtProvider(await start()));
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(await complete(second.href)).toBe('/?signInError=INVALID_CREDENTIALS');
  });

  it('completes only in the browser that began it', async () => {
    const callback = await signInAtProvider(await start());
    const victim = createTestBrowser();
    expect(await complete(callback, victim)).toBe('/?signInError=SIGN_IN_EXPIRED');
    expect(sessionToken(victim)).toBeUndefined();
  });

  it.each(['nonce', 'code_challenge', 'state'])('is refused if its %s was changed', async (parameter) => {
    const location = new URL(await start());
    location.searchParams.set(parameter, 'A'.repeat(43));
    expect(await complete(await signInAtProvider(location.href))).toMatch(/^\/\?signInError=/);
    expect(sessionToken()).toBeUndefined();
  });

  it('is refused if the provider refuses it', async () => {
    const state = new URL(await start()).searchParams.get('state');
    const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: provider.issuer });
    expect(await complete(`${callbackUrl}?${query}`)).toBe('/?signInError=INVALID_CREDENTIALS');
  });

  it('is refused if another provider answers', async () => {
    const callback = new URL(await signInAtProvider(await start()));
    callback.searchParams.set('iss', 'https://id.example.org');
    expect(await complete(callback.href)).toMatch(/^\/\?signInError=/);
  });

  it('says that the provider cannot be reached', async () => {
    const callback = await signInAtProvider(await start());
    provider.setDown(true);
    try {
      expect(await complete(callback)).toBe('/?signInError=PROVIDER_UNAVAILABLE');
    } finally {
      provider.setDown(false);
    }
  });
});

describe('Signing out', () => {
  it('answers the address at which the browser also signs out at the provider', async () => {
    const token = await signInByBrowser();
    const answer = await browser.send(`${service.baseUrl}/api/v2/session`, {
      method: 'DELETE',
      headers: ownPage(),
    });
    const { logoutUrl } = JSON.parse(answer.text);
    expect(logoutUrl).toContain(`${provider.issuer}/session/end?`);
    expect(new URL(logoutUrl).searchParams.get('post_logout_redirect_uri')).toBe(`${service.baseUrl}/`);
    expect((await browser.send(logoutUrl)).status).toBe(200);
    expect(await isSignedIn(service, token)).toBe(false);
  });

  it('works while the provider cannot be reached', async () => {
    const token = await signInByBrowser();
    provider.setDown(true);
    try {
      const url = `${service.baseUrl}/api/v2/session`;
      await browser.send(url, { method: 'DELETE', headers: ownPage() });
    } finally {
      provider.setDown(false);
    }
    expect(await isSignedIn(service, token)).toBe(false);
  });
});

describe('Unknown keys', () => {
  it('do not make the service request the keys of the provider again and again', async () => {
    await signInByBrowser();
    const countKeyRequests = () => provider.requests.filter((line) => line === 'GET /jwks').length;
    const before = countKeyRequests();
    expect(before).toBeGreaterThan(0);
    for (let i = 0; i < 5; i++) {
      const idToken = await provider.issueIdToken({ header: { kid: crypto.randomUUID() } });
      const answer = await service.request('POST', '/api/v1/user/oidc/login', { form: { idToken } });
      expect(answer.status).toBe(401);
    }
    expect(countKeyRequests()).toBe(before);
  });
});

describe('Back-channel logout', () => {
  const logout = (logoutToken: string) =>
    service.request('POST', '/api/v2/oidc/back-channel-logout', { form: { logout_token: logoutToken } });

  async function openSession(sid?: string): Promise<string> {
    const idToken = await provider.issueIdToken({ claims: { sid } });
    const answer = await service.request('POST', '/api/v1/user/oidc/login', { form: { idToken } });
    expect(answer.status).toBe(200);
    return answer.text;
  }

  it('ends the session of a sid, and no other', async () => {
    const [first, second] = [await openSession('one'), await openSession('two')];
    const token = await provider.issueLogoutToken({ sub: `sub-${name}`, sid: 'one' });
    const answer = await logout(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await isSignedIn(service, first)).toBe(false);
    expect(await isSignedIn(service, second)).toBe(true);
  });

  it('ends all sessions of a subject without a sid, and none of other users', async () => {
    const mine = [await openSession('three'), await openSession()];
    provider.setAccount({ sub: 'another person', name: `another ${name}` });
    const other = await openSession();
    expect((await logout(await provider.issueLogoutToken({ sub: `sub-${name}` }))).status).toBe(200);
    expect(await Promise.all(mine.map((token) => isSignedIn(service, token)))).toEqual([false, false]);
    expect(await isSignedIn(service, other)).toBe(true);
  });

  it('does not end sessions that began later', async () => {
    const token = await openSession();
    const iat = Math.floor(Date.now() / 1000) - 100;
    const old = await provider.issueLogoutToken({ sub: `sub-${name}`, iat });
    expect((await logout(old)).status).toBe(200);
    expect(await isSignedIn(service, token)).toBe(true);
  });

  it.each<[string, Record<string, unknown>, boolean?]>([
    ['another audience', { aud: 'another client' }],
    ['another issuer', { iss: 'https://id.example.org' }],
    ['a nonce', { nonce: 'x' }],
    ['no event', { events: {} }],
    ['no identifier', { jti: undefined }],
    ['neither subject nor session', { sub: undefined }],
    ['an end in the past', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['a key that the provider does not have', {}, true],
  ])('refuses a logout token with %s', async (_what, claims, foreignKey = false) => {
    const token = await openSession();
    const forged = await provider.issueLogoutToken({ sub: `sub-${name}`, ...claims }, { foreignKey });
    expect((await logout(forged)).status).toBe(400);
    expect(await isSignedIn(service, token)).toBe(true);
  });

  it('refuses an ID token, and what is no token', async () => {
    expect((await logout(await provider.issueIdToken())).status).toBe(400);
    expect((await logout('x')).status).toBe(400);
  });

  it('is sent by the provider when the person signs out there', async () => {
    const token = await signInByBrowser();
    const page = await browser.send(`${provider.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await browser.submit(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(await isSignedIn(service, token)).toBe(false);
  });
});
