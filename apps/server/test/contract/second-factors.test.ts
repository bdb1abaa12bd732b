import { CSRF_HEADER, secondFactorOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import { codeOf } from '../support/authenticator-app.ts';
import { createEnrolledUser } from '../support/enrolled-users.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ADMIN_PASSWORD } from '../support/test-template.ts';
import { createUser, isSignedIn, newUser, signIn, USER_PASSWORD } from '../support/test-users.ts';

const SELF = '/api/v2/users/self';
const ORIGIN = 'http://localhost:8080';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const ask = (token: string, method: string, path: string, body?: unknown) =>
  service.request(method, path, { token, body, headers: { Origin: ORIGIN } });
const createEnrolled = () => createEnrolledUser(service);

const login = (username: string, form: Record<string, string> = {}, accept = '*/*') =>
  service.request('POST', '/api/v1/user/login', {
    form: { username, password: USER_PASSWORD, ...form },
    headers: { Accept: accept },
  });

describe('An authenticator app', () => {
  it('is required once it is confirmed, and the first one returns recovery codes', async () => {
    const username = await createUser(service);
    const token = (await signIn(service, username)).text;
    const begun = await ask(token, 'POST', `${SELF}/second-factors/totp`, {
      name: 'Phone',
      password: USER_PASSWORD,
    });
    expect(begun.body.uri).toContain(`otpauth://totp/Tallyman:${username}?secret=${begun.body.secret}`);
    expect((await login(username)).status).toBe(200);
    const path = `${SELF}/second-factors/totp/${begun.body.uuid}/confirm`;
    expect((await ask(token, 'POST', path, { code: '000000' })).status).toBe(400);
    const code = codeOf(begun.body.secret);
    const confirmed = await ask(token, 'POST', path, { code });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    const listed = await ask(token, 'GET', `${SELF}/second-factors`);
    expect(listed.body).toMatchObject({
      required: false,
      factors: [{ uuid: begun.body.uuid, kind: 'TOTP', name: 'Phone' }],
      recovery_codes_left: 10,
    });
  });

  it('is not set up without the current password', async () => {
    const token = (await signIn(service, await createUser(service))).text;
    const refused = await ask(token, 'POST', `${SELF}/second-factors/totp`, {
      name: 'Phone',
      password: 'wrong',
    });
    expect(refused.status).toBe(400);
    const options = await ask(token, 'POST', `${SELF}/second-factors/webauthn/options`, {
      password: 'wrong',
    });
    expect(options.status).toBe(400);
  });
});

describe('A sign-in of a user with a second factor', () => {
  it('answers 401 with the plain word SECOND_FACTOR_REQUIRED if only the password is right', async () => {
    const { username } = await createEnrolled();
    const answer = await login(username);
    expect([answer.status, answer.text]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const asked = await login(username, {}, 'application/problem+json');
    expect(asked.body).toMatchObject({ status: 401, cause: 'SECOND_FACTOR_REQUIRED' });
    const wrong = await login(username, { password: 'not the password' });
    expect(wrong.text).toBe('INVALID_CREDENTIALS');
  });

  it('accepts a code in the form field totp, once', async () => {
    const { username, secret } = await createEnrolled();
    const code = codeOf(secret);
    const first = await login(username, { totp: code });
    expect(first.status).toBe(200);
    expect(await isSignedIn(service, first.text)).toBe(true);
    const replayed = await login(username, { totp: code });
    expect([replayed.status, replayed.text]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { username, recoveryCodes } = await createEnrolled();
    const [one = '', other = ''] = recoveryCodes;
    expect((await login(username, { totp: one.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await login(username, { totp: one })).status).toBe(401);
    const answers = await Promise.all([1, 2, 3].map(() => login(username, { totp: other })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is throttled when codes are guessed, although the password is right', async () => {
    const { username } = await createEnrolled();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await login(username, { totp: `00000${i % 10}` })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('is required for a forced password change as well', async () => {
    const { username, secret } = await createEnrolled();
    const change = (form: Record<string, string>) =>
      service.request('POST', '/api/v1/user/forceChangePassword', {
        form: {
          username,
          password: USER_PASSWORD,
          newPassword: 'my own choice',
          confirmPassword: 'my own choice',
          ...form,
        },
      });
    expect((await change({})).text).toBe('SECOND_FACTOR_REQUIRED');
    expect((await change({ totp: codeOf(secret) })).status).toBe(200);
  });

  it('can be done in two steps', async () => {
    const { username, secret } = await createEnrolled();
    const begin = (body: object) =>
      service.request('POST', '/api/v2/sign-in', { body: { username, password: USER_PASSWORD, ...body } });
    const begun = await begin({});
    expect(begun.body).toEqual({
      second_factor: { challenge_id: expect.any(String), kinds: ['TOTP'] },
    });
    const { challenge_id } = begun.body.second_factor;
    const complete = (code: string) =>
      service.request('POST', '/api/v2/sign-in/second-factor', { body: { challenge_id, code } });
    expect((await complete('000000')).status).toBe(401);
    const done = await complete(codeOf(secret));
    expect(await isSignedIn(service, done.body.token)).toBe(true);
    expect((await complete(codeOf(secret))).status).toBe(401);
    const plain = await createUser(service);
    const direct = await service.request('POST', '/api/v2/sign-in', {
      body: { username: plain, password: USER_PASSWORD },
    });
    expect(await isSignedIn(service, direct.body.token)).toBe(true);
  });

  it('does not complete after the password was changed in between', async () => {
    const { username, secret } = await createEnrolled();
    const begun = await service.request('POST', '/api/v2/sign-in', {
      body: { username, password: USER_PASSWORD },
    });
    const passwords = { newPassword: 'another one here', confirmPassword: 'another one here' };
    await service.asAdmin('POST', '/api/v1/user/managed', newUser(username, passwords));
    const { challenge_id } = begun.body.second_factor;
    const answer = await service.request('POST', '/api/v2/sign-in/second-factor', {
      body: { challenge_id, code: codeOf(secret) },
    });
    expect(answer.status).toBe(401);
  });
});

describe('A security key', () => {
  async function addKey(username: string, token: string) {
    const key = createSoftwareAuthenticator();
    const begun = await ask(token, 'POST', `${SELF}/second-factors/webauthn/options`, {
      password: USER_PASSWORD,
    });
    expect(begun.status, begun.text).toBe(200);
    const { challenge_id, options } = begun.body;
    const body = { challenge_id, name: 'Key', response: key.register(options, ORIGIN) };
    const added = await ask(token, 'POST', `${SELF}/second-factors/webauthn`, body);
    return { key, added, body, options, username };
  }
  async function createWithKey() {
    const username = await createUser(service);
    return addKey(username, (await signIn(service, username)).text);
  }
  async function begin(username: string) {
    const answer = await service.request('POST', '/api/v2/sign-in', {
      body: { username, password: USER_PASSWORD },
      headers: { Origin: ORIGIN },
    });
    return answer.body.second_factor;
  }
  const complete = (challenge_id: string, response: object) =>
    service.request('POST', '/api/v2/sign-in/second-factor', { body: { challenge_id, response } });

  const openBrowserSession = (username: string, body: object = {}, origin = ORIGIN) =>
    service.request('POST', '/api/v2/session', {
      body: { username, password: USER_PASSWORD, ...body },
      headers: {
        Accept: 'application/problem+json',
        Origin: origin,
        'Sec-Fetch-Site': 'same-origin',
        [CSRF_HEADER]: '1',
      },
    });

  it('is refused at an IP address, where browsers do not register keys', async () => {
    const username = await createUser(service);
    const answer = await service.request('POST', `${SELF}/second-factors/webauthn/options`, {
      token: (await signIn(service, username)).text,
      body: { password: USER_PASSWORD },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain('Open the service by its host name, such as localhost');
  });

  it('is added with the answer of the browser, and signs in', async () => {
    const { key, added, username, options } = await createWithKey();
    expect(options.rp).toMatchObject({ id: 'localhost', name: 'Tallyman' });
    expect(added.status, added.text).toBe(201);
    expect(added.body.recovery_codes).toHaveLength(10);
    expect((await login(username)).text).toBe('SECOND_FACTOR_REQUIRED');
    const begun = await begin(username);
    expect(begun.kinds).toEqual(['WEBAUTHN']);
    const answer = await complete(begun.challenge_id, key.sign(begun.options, ORIGIN));
    expect(answer.status, answer.text).toBe(200);
    expect(await isSignedIn(service, answer.body.token)).toBe(true);
  });

  it('opens a browser session with the answer to the challenge of the refused sign-in', async () => {
    const { key, username } = await createWithKey();
    const refused = await openBrowserSession(username);
    expect([refused.status, refused.body.cause]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    const { challengeId, kinds, options } = refused.body.secondFactor;
    expect([kinds, options.rpId]).toEqual([['WEBAUTHN'], 'localhost']);
    const answer = { challengeId, response: key.sign(options, ORIGIN) };
    const opened = await openBrowserSession(username, { key: answer });
    expect(opened.status, opened.text).toBe(200);
    expect(opened.body).toMatchObject({ signedIn: true, username });
    expect(opened.headers.get('set-cookie')).toContain('tallyman-session=');
    const again = await openBrowserSession(username, { key: answer });
    expect([again.status, again.body.cause]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('opens no browser session with a wrong password, for another user, or from another site', async () => {
    const { key, username } = await createWithKey();
    const other = await createWithKey();
    const sign = async (origin: string) => {
      const { challengeId, options } = (await openBrowserSession(username)).body.secondFactor;
      return { challengeId, response: key.sign(options, origin) };
    };
    const refusals = [
      await openBrowserSession(username, { key: await sign(ORIGIN), password: 'not the password' }),
      await openBrowserSession(other.username, { key: await sign(ORIGIN) }),
      await openBrowserSession(username, { key: await sign('https://evil.example') }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401]);
    const incomplete = await openBrowserSession(username, { key: { response: {} } });
    expect(incomplete.status).toBe(400);
  });

  it('is not asked for at an address that it was not added at', async () => {
    const { username } = await createWithKey();
    const refused = await openBrowserSession(username, {}, 'https://sca.example');
    expect(refused.body.secondFactor).toEqual({ challengeId: expect.any(String), kinds: ['WEBAUTHN'] });
  });

  it('is accepted for a forced password change', async () => {
    const { key, username } = await createWithKey();
    const change = (form: Record<string, string>) =>
      service.request('POST', '/api/v1/user/forceChangePassword', {
        headers: { Accept: 'application/problem+json', Origin: ORIGIN },
        form: {
          username,
          password: USER_PASSWORD,
          newPassword: 'my own choice',
          confirmPassword: 'my own choice',
          ...form,
        },
      });
    const answerOf = async (origin: string) => {
      const { challengeId, options } = (await change({})).body.secondFactor;
      return JSON.stringify({ challengeId, response: key.sign(options, origin) });
    };
    for (const wrong of ['{', '{}', 'null', '[]']) expect((await change({ key: wrong })).status).toBe(400);
    expect((await change({ key: await answerOf('https://evil.example') })).status).toBe(401);
    const answer = await answerOf(ORIGIN);
    expect((await change({ key: answer })).status).toBe(200);
    const again = await change({
      key: answer,
      password: 'my own choice',
      newPassword: 'x',
      confirmPassword: 'x',
    });
    expect(again.status).toBe(401);
  });

  it('does not sign in with an old answer, that of another key, or from another site', async () => {
    const { key, username } = await createWithKey();
    const first = await begin(username);
    const signed = key.sign(first.options, ORIGIN);
    expect((await complete(first.challenge_id, signed)).status).toBe(200);
    expect((await complete(first.challenge_id, signed)).status).toBe(401);
    const attempts: ((options: { challenge: string; rpId: string }) => object)[] = [
      () => signed,
      (options) => ({ ...createSoftwareAuthenticator().sign(options, ORIGIN), id: key.id, rawId: key.id }),
      (options) => key.sign(options, 'https://evil.example'),
      (options) => key.sign({ ...options, rpId: 'evil.example' }, ORIGIN),
    ];
    for (const attempt of attempts) {
      const begun = await begin(username);
      expect((await complete(begun.challenge_id, attempt(begun.options))).status).toBe(401);
    }
  });

  it('is not added twice, for another user, from another site, or with an attestation', async () => {
    const username = await createUser(service);
    const token = (await signIn(service, username)).text;
    const key = createSoftwareAuthenticator();
    const start = async (as = token) =>
      (await ask(as, 'POST', `${SELF}/second-factors/webauthn/options`, { password: USER_PASSWORD })).body;
    const add = (challenge_id: string, response: object, as = token) =>
      ask(as, 'POST', `${SELF}/second-factors/webauthn`, { challenge_id, name: 'Key', response });
    const one = await start();
    expect((await add(one.challenge_id, key.register(one.options, 'https://evil.example'))).status).toBe(400);
    const attested = await add(one.challenge_id, key.register(one.options, ORIGIN, 'certificate'));
    expect([attested.status, attested.body.detail]).toEqual([
      400,
      expect.stringContaining('it contains an attestation, which was not requested'),
    ]);
    const stranger = (await signIn(service, await createUser(service))).text;
    expect((await add(one.challenge_id, key.register(one.options, ORIGIN), stranger)).status).toBe(400);
    const added = await add(one.challenge_id, key.register(one.options, ORIGIN));
    expect(added.status, added.text).toBe(201);
    expect((await add(one.challenge_id, key.register(one.options, ORIGIN))).status).toBe(400);
    const two = await start();
    expect((await add(two.challenge_id, key.register(two.options, ORIGIN))).status).toBe(409);
  });

  it('may sign its registration itself, if the signature is right', async () => {
    const token = (await signIn(service, await createUser(service))).text;
    const path = `${SELF}/second-factors/webauthn`;
    const { challenge_id, options } = (
      await ask(token, 'POST', `${path}/options`, { password: USER_PASSWORD })
    ).body;
    const add = (response: object) => ask(token, 'POST', path, { challenge_id, name: 'Key', response });
    const key = createSoftwareAuthenticator();
    const forged = await add(key.register(options, ORIGIN, 'forged'));
    expect([forged.status, forged.body.detail]).toEqual([400, expect.stringContaining('signature')]);
    const added = await add(key.register(options, ORIGIN, 'self'));
    expect(added.status, added.text).toBe(201);
  });

  it('gives no further recovery codes when the user has another factor', async () => {
    const { username, token } = await createEnrolled();
    expect((await addKey(username, token)).added.body.recovery_codes).toEqual([]);
  });
});

describe('Removing second factors', () => {
  it.each([
    ['no proof', {}],
    ['a wrong password', { password: 'not the password' }],
    ['a wrong code', { code: '000000' }],
  ])('is refused with %s', async (_, proof) => {
    const { username, token, uuid } = await createEnrolled();
    expect((await ask(token, 'DELETE', `${SELF}/second-factors/${uuid}`, proof)).status).toBe(400);
    expect((await login(username)).text).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('needs the password or a code, and deletes the recovery codes', async () => {
    const one = await createEnrolled();
    const path = `${SELF}/second-factors/${one.uuid}`;
    expect((await ask(one.token, 'DELETE', path, { password: USER_PASSWORD })).status).toBe(204);
    expect((await login(one.username)).status).toBe(200);
    expect((await ask(one.token, 'GET', `${SELF}/second-factors`)).body.recovery_codes_left).toBe(0);
    const other = await createEnrolled();
    const proof = { code: codeOf(other.secret) };
    expect((await ask(other.token, 'DELETE', `${SELF}/second-factors/${other.uuid}`, proof)).status).toBe(
      204,
    );
  });

  it('is not needed to rename one, which only its user may', async () => {
    const [mine, theirs] = [await createEnrolled(), await createEnrolled()];
    const rename = (uuid: string, name: string) =>
      ask(mine.token, 'PATCH', `${SELF}/second-factors/${uuid}`, { name });
    expect((await rename(mine.uuid, 'Old phone')).status).toBe(204);
    const { body } = await ask(mine.token, 'GET', `${SELF}/second-factors`);
    expect(body.factors).toMatchObject([{ uuid: mine.uuid, name: 'Old phone' }]);
    expect((await rename(theirs.uuid, 'Mine')).status).toBe(404);
    expect((await rename(mine.uuid, '')).status).toBe(400);
  });

  it('does not work for other users', async () => {
    const [mine, theirs] = [await createEnrolled(), await createEnrolled()];
    const path = `${SELF}/second-factors/${theirs.uuid}`;
    expect((await ask(mine.token, 'DELETE', path, { password: USER_PASSWORD })).status).toBe(404);
  });

  it('new recovery codes replace the old ones', async () => {
    const { username, token, recoveryCodes } = await createEnrolled();
    const renewed = await ask(token, 'POST', `${SELF}/recovery-codes`, { password: USER_PASSWORD });
    expect((await login(username, { totp: recoveryCodes[0] ?? '' })).status).toBe(401);
    expect((await login(username, { totp: renewed.body.recovery_codes[0] })).status).toBe(200);
  });

  it('is allowed to administrators with the permissions of the user, and ends the sessions', async () => {
    const { username, token } = await createEnrolled();
    await service.asAdmin('POST', `/api/v1/permission/SYSTEM_CONFIGURATION/user/${username}`);
    const path = `/api/v2/users/${username}/second-factors`;
    const apiKey = await apiKeyWith(service, ['ACCESS_MANAGEMENT_UPDATE']);
    const refused = await service.request('DELETE', path, { apiKey });
    expect([refused.status, refused.body.missingPermissions]).toEqual([403, ['SYSTEM_CONFIGURATION']]);
    expect((await service.asAdmin('DELETE', path)).status).toBe(204);
    expect(await isSignedIn(service, token)).toBe(false);
    expect((await login(username)).status).toBe(200);
    expect((await service.asAdmin('DELETE', '/api/v2/users/admin/second-factors')).status).toBe(400);
  });
});

describe('A user who must have a second factor', () => {
  let strict: TestService;

  beforeAll(async () => {
    strict = await startTestService({ 'svc.auth.second-factor.required': 'administrators' });
  });

  afterAll(() => strict.close());

  it('can only set one up, and then do everything', async () => {
    const refused = await strict.asAdmin('GET', '/api/v1/team');
    expect([refused.status, refused.body.cause]).toEqual([403, 'SECOND_FACTOR_ENROLMENT_REQUIRED']);
    expect((await strict.asAdmin('GET', '/api/v1/project')).status).toBe(403);
    expect((await strict.asAdmin('GET', '/api/v1/user/self')).status).toBe(200);
    const listed = await strict.asAdmin('GET', `${SELF}/second-factors`);
    expect(listed.body).toMatchObject({ required: true, factors: [] });
    const begun = await strict.asAdmin('POST', `${SELF}/second-factors/totp`, {
      name: 'Phone',
      password: ADMIN_PASSWORD,
    });
    const path = `${SELF}/second-factors/totp/${begun.body.uuid}/confirm`;
    const code = codeOf(begun.body.secret);
    expect((await strict.asAdmin('POST', path, { code })).status).toBe(200);
    expect((await strict.asAdmin('GET', '/api/v1/team')).status).toBe(200);
  });

  it('is an administrator if only administrators must; other users and API keys are not affected', async () => {
    const username = await createUser(strict);
    const token = (await signIn(strict, username)).text;
    expect(
      (await strict.request('GET', `/api/v1/event/token/${crypto.randomUUID()}`, { token })).status,
    ).toBe(200);
    const apiKey = await apiKeyWith(strict, ['ACCESS_MANAGEMENT']);
    expect((await strict.request('GET', '/api/v1/team', { apiKey })).status).toBe(200);
    await strict.asAdmin('POST', `/api/v1/permission/ACCESS_MANAGEMENT/user/${username}`);
    expect((await strict.request('GET', '/api/v1/team', { token })).status).toBe(403);
  });
});

describe('access to second factors', () => {
  itKeepsAccessRules(Object.values(secondFactorOperations), () => service);
});
