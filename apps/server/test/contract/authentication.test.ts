import { sessionOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, isSignedIn, newUser, signIn, USER_PASSWORD } from '../support/test-users.ts';

const ASKS_FOR_PROBLEMS = { Accept: 'text/plain, application/problem+json' };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const tokenOf = async (username: string) => (await signIn(service, username)).text;

const changeForced = (form: Record<string, string>) =>
  service.request('POST', '/api/v1/user/forceChangePassword', { form, headers: ASKS_FOR_PROBLEMS });

describe('Bearer tokens', () => {
  it('are opaque strings, not JWTs, answered as plain text', async () => {
    const answer = await signIn(service, await createUser(service));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('are sent as "Authorization: Bearer", whose scheme is not case-sensitive', async () => {
    const token = await tokenOf(await createUser(service));
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { Authorization: `${scheme} ${token}` };
      expect((await service.request('GET', '/api/v1/user/self', { headers })).status).toBe(200);
    }
  });

  it.each(['', 'x', 'A'.repeat(43), 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl', 'ä'])(
    'that are invalid are refused with 401: %j',
    async (token) => {
      const headers = { Authorization: `Bearer ${encodeURIComponent(token)}` };
      expect((await service.request('GET', '/api/v1/user/self', { headers })).status).toBe(401);
    },
  );

  it('are several for one user, and each can be ended alone', async () => {
    const username = await createUser(service);
    const [first, second] = [await tokenOf(username), await tokenOf(username)];
    const answer = await service.request('POST', '/api/v1/user/logout', { token: first });
    expect(answer.status).toBe(204);
    expect(await isSignedIn(service, first)).toBe(false);
    expect(await isSignedIn(service, second)).toBe(true);
  });

  it('end when the user changes the password', async () => {
    const token = await tokenOf(await createUser(service));
    const answer = await service.request('POST', '/api/v1/user/self', {
      token,
      body: {
        fullname: 'Me',
        email: 'me@example.org',
        newPassword: 'another one here',
        confirmPassword: 'another one here',
        password: USER_PASSWORD,
      },
    });
    expect(answer.status).toBe(200);
    expect(await isSignedIn(service, token)).toBe(false);
  });

  it('end when an administrator changes the password', async () => {
    const username = await createUser(service);
    const token = await tokenOf(username);
    const passwords = { newPassword: 'another one here', confirmPassword: 'another one here' };
    await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, passwords));
    expect(await isSignedIn(service, token)).toBe(false);
    expect((await signIn(service, username)).status).toBe(401);
    expect((await signIn(service, username, 'another one here')).status).toBe(200);
  });

  it('stay valid when other properties of the user change', async () => {
    const username = await createUser(service);
    const token = await tokenOf(username);
    const noPassword = { newPassword: '', confirmPassword: null, fullname: 'Another Name' };
    const answer = await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, noPassword));
    expect(answer.body.fullname).toBe('Another Name');
    expect(await isSignedIn(service, token)).toBe(true);
  });

  it('end when the user is suspended or deleted', async () => {
    const [suspended, deleted] = [await createUser(service), await createUser(service)];
    const tokens = [await tokenOf(suspended), await tokenOf(deleted)];
    await service.asAdmin(
      'POST',
      '/api/v1/user/managed',
      newUser(suspended, { suspended: true, newPassword: null, confirmPassword: null }),
    );
    await service.asAdmin('DELETE', '/api/v1/user/managed', { username: deleted });
    for (const token of tokens) expect(await isSignedIn(service, token)).toBe(false);
    await service.asAdmin(
      'POST',
      '/api/v1/user/managed',
      newUser(suspended, { suspended: false, newPassword: null, confirmPassword: null }),
    );
    expect(await isSignedIn(service, tokens[0] ?? '')).toBe(false);
    expect((await signIn(service, suspended)).status).toBe(200);
  });

  it('end when an administrator forces a password change', async () => {
    const username = await createUser(service);
    const token = await tokenOf(username);
    const forced = { forcePasswordChange: true, newPassword: null, confirmPassword: null };
    const answer = await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, forced));
    expect(answer.body.forcePasswordChange).toBe(true);
    expect(await isSignedIn(service, token)).toBe(false);
    expect((await signIn(service, username)).body.cause).toBe('FORCE_PASSWORD_CHANGE');
  });
});

describe('A sign-in', () => {
  it('is refused with 401 and INVALID_CREDENTIALS, in the same words for an unknown user', async () => {
    const wrong = await signIn(service, await createUser(service), 'not the password');
    const unknown = await signIn(service, 'nobody-at-all', 'not the password');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('content-type')).toContain('application/problem+json');
    expect(wrong.body).toMatchObject({
      status: 401,
      cause: 'INVALID_CREDENTIALS',
      detail: expect.any(String),
    });
    expect({ ...unknown.body, instance: '' }).toEqual({ ...wrong.body, instance: '' });
  });

  it('is refused for LDAP and OIDC users, who have no password', async () => {
    await service.asAdmin('PUT', '/api/v1/user/ldap', { username: 'directory-user' });
    const answer = await signIn(service, 'directory-user', '');
    expect(answer.body).toMatchObject({ status: 401, cause: 'INVALID_CREDENTIALS' });
  });

  it('is refused with 403 and SUSPENDED for a suspended user with the right password', async () => {
    const username = await createUser(service, { suspended: true });
    const answer = await signIn(service, username);
    expect(answer.status).toBe(403);
    expect(answer.body.cause).toBe('SUSPENDED');
    expect((await signIn(service, username, 'not the password')).body.cause).toBe('INVALID_CREDENTIALS');
  });

  it('is refused with 401 and FORCE_PASSWORD_CHANGE until the password is changed', async () => {
    const username = await createUser(service, { forcePasswordChange: true });
    const refused = await signIn(service, username);
    expect(refused.status).toBe(401);
    expect(refused.body.cause).toBe('FORCE_PASSWORD_CHANGE');
    const changed = await changeForced({
      username,
      password: USER_PASSWORD,
      newPassword: 'my own choice',
      confirmPassword: 'my own choice',
    });
    expect(changed.status).toBe(200);
    expect(changed.text).toBe('');
    expect((await signIn(service, username, 'my own choice')).status).toBe(200);
    expect((await signIn(service, username)).status).toBe(401);
  });

  it.each([
    ['no fields', {}],
    ['no password', { username: 'admin' }],
    ['no user name', { password: 'x' }],
    ['an empty user name', { username: '', password: 'x' }],
    ['a name with a control character', { username: 'a\u0000b', password: 'x' }],
  ])('is answered with 400 when it is malformed: %s', async (_, form) => {
    const answer = await service.request('POST', '/api/v1/user/login', {
      form: form as Record<string, string>,
    });
    expect(answer.status).toBe(400);
  });

  it('is answered with 413 when it is huge', async () => {
    expect((await signIn(service, 'admin', 'x'.repeat(100_000))).status).toBe(413);
  });

  it('with OpenID Connect is off', async () => {
    const available = await service.request('GET', '/api/v1/oidc/available');
    expect(available.headers.get('content-type')).toContain('text/plain');
    expect(available.text).toBe('false');
    const form = { idToken: 'x', accessToken: 'y' };
    expect((await service.request('POST', '/api/v1/user/oidc/login', { form })).status).toBe(204);
  });
});

describe('A new password', () => {
  const changeOwn = (token: string, members: Record<string, unknown>) =>
    service.request('POST', '/api/v1/user/self', {
      token,
      body: { fullname: 'Me', email: 'me@example.org', ...members },
    });
  const chosen = { newPassword: 'my own choice', confirmPassword: 'my own choice' };

  it.each([
    ['without the current one', {}, 'send the current password'],
    ['with a wrong current one', { password: 'not the password' }, 'is not the current password'],
  ])('is refused for the own account %s', async (_, members, message) => {
    const username = await createUser(service);
    const token = await tokenOf(username);
    const answer = await changeOwn(token, { ...chosen, ...members });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'body/password', message: expect.stringContaining(message) },
    ]);
    expect(await isSignedIn(service, token)).toBe(true);
    expect((await signIn(service, username)).status).toBe(200);
  });

  it('requires the current one for the own account, also for administrators', async () => {
    const username = await createUser(service);
    await service.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT/user/${username}`);
    const token = await tokenOf(username);
    const change = (password?: string) =>
      service.request('POST', '/api/v1/user/managed', {
        token,
        body: newUser(username, { ...chosen, ...(password && { password }) }),
      });
    expect((await change()).status).toBe(400);
    expect((await change(USER_PASSWORD)).status).toBe(200);
    expect((await signIn(service, username, 'my own choice')).status).toBe(200);
  });

  it('is not asked for when only the name or the mail address changes', async () => {
    const token = await tokenOf(await createUser(service));
    expect((await changeOwn(token, { newPassword: '', confirmPassword: null })).status).toBe(200);
  });

  it('guesses at the current one are throttled like sign-ins', async () => {
    const token = await tokenOf(await createUser(service));
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await changeOwn(token, { ...chosen, password: `wrong ${i}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  it.each([
    ['too short', 'xK9#mQ2$vL5', 'at least 12 characters'],
    ['one of the commonest with a year', 'Password2026!', 'too easy to guess'],
    ['made of the product\u2019s own words', 'tallyman-admin', 'too easy to guess'],
    ['a keyboard row', 'qwertyuiop12', 'too easy to guess'],
  ])('is refused wherever it is set when it is %s', async (_, password, message) => {
    const username = await createUser(service, { forcePasswordChange: true });
    const both = { newPassword: password, confirmPassword: password };
    for (const answer of [
      await service.asAdmin('PUT', '/api/v1/user/managed', newUser(`user-${crypto.randomUUID()}`, both)),
      await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, both)),
      await changeForced({ username, password: USER_PASSWORD, ...both }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'body/newPassword', message: expect.stringContaining(message) },
      ]);
      expect(answer.text).not.toContain(password);
    }
  });

  it('is refused if it contains the user name', async () => {
    const body = newUser('zebedee', { newPassword: 'zebedee-2026', confirmPassword: 'zebedee-2026' });
    expect((await service.asAdmin('PUT', '/api/v1/user/managed', body)).status).toBe(400);
  });
});

describe('The answers of sign-in and forced password change', () => {
  /** What browsers, axios and curl send: problem documents are not named. */
  const ACCEPTS = ['*/*', 'application/json, text/plain, */*', 'text/plain', 'application/json'];
  const login = (username: string, password: string, accept: string) =>
    service.request('POST', '/api/v1/user/login', {
      form: { username, password },
      headers: { Accept: accept },
    });

  it.each(ACCEPTS)('are plain words for a client that accepts %s', async (accept) => {
    const [forced, suspended] = [
      await createUser(service, { forcePasswordChange: true }),
      await createUser(service, { suspended: true }),
    ];
    const answers = [
      await login('admin', 'not the password', accept),
      await login(forced, USER_PASSWORD, accept),
      await login(suspended, USER_PASSWORD, accept),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [401, 'INVALID_CREDENTIALS'],
      [401, 'FORCE_PASSWORD_CHANGE'],
      [403, 'SUSPENDED'],
    ]);
    for (const { headers } of answers) expect(headers.get('content-type')).toMatch(/^text\/plain\b/);
  });

  it('are plain text for a forced password change as well', async () => {
    const username = await createUser(service, { forcePasswordChange: true });
    const change = (form: Record<string, string>) =>
      service.request('POST', '/api/v1/user/forceChangePassword', {
        form: { username, password: USER_PASSWORD, newPassword: 'one', confirmPassword: 'one', ...form },
      });
    const wrong = await change({ password: 'not the password' });
    expect([wrong.status, wrong.text]).toEqual([401, 'INVALID_CREDENTIALS']);
    const different = await change({ confirmPassword: 'other' });
    expect([different.status, different.text]).toEqual([
      406,
      'The passwords do not match. Password not changed.',
    ]);
    const same = await change({ newPassword: USER_PASSWORD, confirmPassword: USER_PASSWORD });
    expect([same.status, same.text]).toEqual([
      406,
      'Existing password is the same as new password. Password not changed.',
    ]);
  });

  it('are problem documents for a client that accepts application/problem+json', async () => {
    const answer = await login('admin', 'not the password', 'text/plain, application/problem+json;q=0.5');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ status: 401, cause: 'INVALID_CREDENTIALS' });
  });
});

describe('A forced password change', () => {
  const change = async (details: Record<string, string>) => {
    const username = await createUser(service, { forcePasswordChange: true });
    const fresh = { newPassword: 'my own choice', confirmPassword: 'my own choice' };
    return changeForced({ username, password: USER_PASSWORD, ...fresh, ...details });
  };

  it('needs the current password', async () => {
    const answer = await change({ password: 'not the password' });
    expect(answer.status).toBe(401);
    expect(answer.body.cause).toBe('INVALID_CREDENTIALS');
  });

  it('answers 406 when the passwords do not match', async () => {
    expect((await change({ confirmPassword: 'something else' })).status).toBe(406);
  });

  it('answers 406 when the new password is the old one', async () => {
    expect((await change({ newPassword: USER_PASSWORD, confirmPassword: USER_PASSWORD })).status).toBe(406);
  });

  it('answers 400 when the new password breaks the rules', async () => {
    const answer = await change({ newPassword: 'short', confirmPassword: 'short' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'body/newPassword', message: expect.stringContaining('12') },
    ]);
  });

  it('is refused for a suspended user', async () => {
    const username = await createUser(service, { suspended: true });
    const answer = await changeForced({
      username,
      password: USER_PASSWORD,
      newPassword: 'my own choice',
      confirmPassword: 'my own choice',
    });
    expect(answer.status).toBe(403);
  });

  it('ends every session of the user', async () => {
    const username = await createUser(service);
    const token = await tokenOf(username);
    await changeForced({
      username,
      password: USER_PASSWORD,
      newPassword: 'my own choice',
      confirmPassword: 'my own choice',
    });
    expect(await isSignedIn(service, token)).toBe(false);
  });
});

describe('A user with a name in conflict', () => {
  it('cannot be created: the suffixes are refused in user names', async () => {
    for (const suffix of ['-CONFLICT-LDAP', '-CONFLICT-OIDC']) {
      const username = `ada${suffix}`;
      expect((await service.asAdmin('PUT', '/api/v1/user/ldap', { username })).status).toBe(400);
      expect((await service.asAdmin('PUT', '/api/v1/user/managed', newUser(username))).status).toBe(400);
      expect((await service.asAdmin('POST', '/api/v1/user/admin/rename', { username })).status).toBe(400);
    }
  });
});

describe('Roles', () => {
  it('no longer exist', async () => {
    for (const path of ['/api/v1/role', '/api/v1/user/admin/role']) {
      expect((await service.asAdmin('GET', path)).status).toBe(404);
    }
  });
});

describe('API keys', () => {
  const self = (headers: Record<string, string>) =>
    service.request('GET', '/api/v1/user/self/permissions', { headers });

  const newKey = async () => {
    const { body: team } = await service.asAdmin('PUT', '/api/v1/team', {
      name: `team ${crypto.randomUUID()}`,
    });
    return (await service.asAdmin('PUT', `/api/v1/team/${team.uuid}/key`)).body;
  };

  it('are tly_<8>_<32> and shown once', async () => {
    const { key } = await newKey();
    expect(key).toMatch(/^tly_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/);
    expect((await service.asAdmin('GET', '/api/v1/team?size=1000&page=1')).text).not.toContain(key);
  });

  it('are sent as X-Api-Key', async () => {
    const { key } = await newKey();
    expect((await self({ 'X-Api-Key': key })).status).toBe(200);
  });

  it.each(['', 'nonsense', `tly_AAAAAAAA_${'A'.repeat(32)}`, `tly_${'A'.repeat(200)}`])(
    'are refused with 401 when they are malformed or unknown: %j',
    async (key) => {
      expect((await self({ 'X-Api-Key': key })).status).toBe(401);
    },
  );

  it('are refused when the secret is that of another key', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const mixed = `tly_${one.publicId}_${other.key.split('_')[2]}`;
    expect((await self({ 'X-Api-Key': mixed })).status).toBe(401);
  });

  it('are ignored if a session token is sent as well', async () => {
    const { key } = await newKey();
    const headers = { 'X-Api-Key': key, Authorization: `Bearer ${service.adminToken}` };
    expect((await service.request('GET', '/api/v1/user/self', { headers })).body.username).toBe('admin');
  });

  it('are refused if they are invalid, even with a valid session token', async () => {
    const headers = { 'X-Api-Key': 'nonsense', Authorization: `Bearer ${service.adminToken}` };
    expect((await self(headers)).status).toBe(401);
  });

  it('do not replace an invalid session token', async () => {
    const { key } = await newKey();
    expect((await self({ 'X-Api-Key': key, Authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  it('are answered with 204 at logout, because they have no session', async () => {
    const { key } = await newKey();
    expect((await service.request('POST', '/api/v1/user/logout', { apiKey: key })).status).toBe(204);
    expect((await self({ 'X-Api-Key': key })).status).toBe(200);
  });

  it('are not users', async () => {
    const { key } = await newKey();
    expect((await service.request('GET', '/api/v1/user/self', { apiKey: key })).status).toBe(401);
  });
});

describe('access to sign-in and sign-out', () => {
  itKeepsAccessRules(Object.values(sessionOperations), () => service);
});
