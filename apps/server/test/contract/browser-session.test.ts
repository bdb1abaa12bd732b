import { CSRF_HEADER } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';
import { createUser, USER_PASSWORD } from '../support/test-users.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const SESSION = '/api/v2/session';
const ownPage = { [CSRF_HEADER]: '1', 'Sec-Fetch-Site': 'same-origin' };

function open(username: string, headers: Record<string, string> = ownPage): Promise<TestAnswer> {
  return service.request('POST', SESSION, { body: { username, password: USER_PASSWORD }, headers });
}

function cookieOf(answer: TestAnswer): string {
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

async function openedCookie(username?: string): Promise<string> {
  return cookieOf(await open(username ?? (await createUser(service))));
}

const read = (cookie: string, headers: Record<string, string> = {}) =>
  service.request('GET', '/api/v1/user/self', { headers: { Cookie: cookie, ...headers } });
const change = (cookie: string, headers: Record<string, string>) =>
  service.request('POST', '/api/v1/user/logout', { headers: { Cookie: cookie, ...headers } });

describe('A browser session', () => {
  it('is opened with name and password and kept in a cookie that scripts cannot read', async () => {
    const username = await createUser(service);
    const answer = await open(username);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ signedIn: true, username, permissions: [] });
    expect(answer.body.expiresInMs).toBeGreaterThan(28_000_000);
    const cookie = answer.headers.get('set-cookie');
    expect(cookie).toMatch(
      /^tallyman-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28[78]\d\d$/,
    );
    expect(answer.text).not.toContain(cookieOf(answer).split('=')[1]);
  });

  it('is bound to TLS and to the host where the page was loaded over TLS', async () => {
    const answer = await open(await createUser(service), { ...ownPage, Origin: 'https://sca.example' });
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-tallyman-session=.*; Secure$/);
  });

  it('lets the browser read and change with the cookie alone', async () => {
    const cookie = await openedCookie();
    expect((await read(cookie)).status).toBe(200);
    expect((await change(cookie, ownPage)).status).toBe(204);
  });

  it('returns the user, or signedIn: false without a session', async () => {
    const username = await createUser(service);
    const cookie = await openedCookie(username);
    const signedIn = await service.request('GET', SESSION, { headers: { Cookie: cookie } });
    expect(signedIn.body).toMatchObject({ signedIn: true, username });
    const others = ['', 'tallyman-session=x', `tallyman-session=${'a'.repeat(43)}`];
    for (const other of others) {
      const answer = await service.request('GET', SESSION, { headers: { Cookie: other } });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ signedIn: false });
    }
  });

  it('ends with the next request after it was closed, and the cookie with it', async () => {
    const cookie = await openedCookie();
    const closed = await service.request('DELETE', SESSION, { headers: { Cookie: cookie, ...ownPage } });
    expect(closed.status).toBe(204);
    expect(closed.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await read(cookie)).status).toBe(401);
  });

  it('ends everywhere when asked to', async () => {
    const username = await createUser(service);
    const [here, there, other] = [
      await openedCookie(username),
      await openedCookie(username),
      await openedCookie(),
    ];
    await service.request('DELETE', `${SESSION}?everywhere=true`, { headers: { Cookie: here, ...ownPage } });
    expect((await read(here)).status).toBe(401);
    expect((await read(there)).status).toBe(401);
    expect((await read(other)).status).toBe(200);
  });

  it('replaces the session of the same browser', async () => {
    const username = await createUser(service);
    const first = await openedCookie(username);
    const second = cookieOf(await open(username, { ...ownPage, Cookie: first }));
    expect((await read(first)).status).toBe(401);
    expect((await read(second)).status).toBe(200);
  });

  it('is ignored if the request has other credentials', async () => {
    const cookie = await openedCookie();
    const answer = await read(cookie, { Authorization: `Bearer ${service.adminToken}` });
    expect(answer.body.username).toBe('admin');
  });
});

describe('A request forged by a page of another site', () => {
  const forged = { 'Sec-Fetch-Site': 'cross-site', [CSRF_HEADER]: '1' };

  it.each([
    ['without the header that only own pages send', { 'Sec-Fetch-Site': 'same-origin' }],
    ['from another site', forged],
    ['from another origin of the same site', { ...forged, 'Sec-Fetch-Site': 'same-site' }],
    [
      'with the Origin of another host where browsers do not name the site',
      { [CSRF_HEADER]: '1', Origin: 'http://evil.example' },
    ],
    ['with the Origin of no page', { [CSRF_HEADER]: '1', Origin: 'null' }],
    ['that does not say where it comes from', { [CSRF_HEADER]: '1' }],
  ])('changes nothing: %s', async (_, headers) => {
    const cookie = await openedCookie();
    const answer = await change(cookie, headers);
    expect(answer.status).toBe(403);
    expect(answer.body.cause).toBe('CROSS_SITE_REQUEST');
    expect((await read(cookie)).status).toBe(200);
  });

  it('is accepted if Origin and Host agree and the browser does not send Sec-Fetch-Site', async () => {
    const cookie = await openedCookie();
    const own = { [CSRF_HEADER]: '1', Origin: new URL(service.baseUrl).origin };
    expect((await change(cookie, own)).status).toBe(204);
  });

  it('reads nothing', async () => {
    expect((await read(await openedCookie(), { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
  });

  it('cannot sign in or out', async () => {
    const username = await createUser(service);
    expect((await open(username, forged)).status).toBe(403);
    const cookie = await openedCookie(username);
    const answer = await service.request('DELETE', SESSION, { headers: { Cookie: cookie, ...forged } });
    expect(answer.status).toBe(403);
    expect((await read(cookie)).status).toBe(200);
  });
});
