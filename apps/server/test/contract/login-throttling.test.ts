import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, signIn, USER_PASSWORD } from '../support/test-users.ts';

const WRONG = 'not the password';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    'svc.auth.login.max-failures-per-user-and-address': '5',
    'svc.auth.login.max-failures-per-user': '12',
    'svc.auth.login.max-failures-per-address': '1000',
    'svc.http.trusted-proxies': '127.0.0.1',
  });
});

afterAll(() => service.close());

async function failTimes(count: number, username: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await signIn(service, username, WRONG)).status);
  return statuses;
}

/** The status of a sign-in that a trusted proxy forwards from an address. */
async function attemptFrom(address: string, username: string, password: string, at = service) {
  return (await signIn(at, username, password, { 'X-Forwarded-For': address })).status;
}

describe('Login brute force', () => {
  it('is answered with 429 and Retry-After, even for the right password', async () => {
    const username = await createUser(service);
    expect(await failTimes(6, username)).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await signIn(service, username);
    expect(right.status).toBe(429);
    expect(right.headers.get('content-type')).toContain('application/problem+json');
    const seconds = Number(right.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(right.body.detail).toContain('Try again in');
  });

  it('is throttled in the same way for unknown names', async () => {
    expect(await failTimes(6, 'nobody-of-that-name')).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not lock out other users', async () => {
    await failTimes(6, await createUser(service));
    expect((await signIn(service, await createUser(service))).status).toBe(200);
  });

  it('does not end the sessions of the user', async () => {
    const username = await createUser(service);
    const token = (await signIn(service, username)).text;
    await failTimes(6, username);
    expect((await service.request('GET', '/api/v1/user/self', { token })).status).toBe(200);
  });

  it('on the forced password change counts and is throttled as well', async () => {
    const username = await createUser(service, { forcePasswordChange: true });
    await failTimes(3, username);
    const change = (password: string) =>
      service.request('POST', '/api/v1/user/forceChangePassword', {
        form: { username, password, newPassword: 'my own choice', confirmPassword: 'my own choice' },
      });
    expect((await change(WRONG)).status).toBe(401);
    expect((await change(WRONG)).status).toBe(401);
    expect((await change(USER_PASSWORD)).status).toBe(429);
  });

  it('is reset by a successful sign-in', async () => {
    const username = await createUser(service);
    await failTimes(4, username);
    expect((await signIn(service, username)).status).toBe(200);
    expect(await failTimes(5, username)).toEqual([401, 401, 401, 401, 401]);
  });

  it('is limited for concurrent guesses as well', async () => {
    const username = await createUser(service);
    const answers = await Promise.all(Array.from({ length: 60 }, () => signIn(service, username, WRONG)));
    const guesses = answers.filter((answer) => answer.status === 401).length;
    expect(guesses).toBeGreaterThanOrEqual(5);
    expect(guesses).toBeLessThanOrEqual(5 + 3);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(60 - guesses);
  });

  it('does not throttle concurrent sign-ins with the right password', async () => {
    const username = await createUser(service);
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(service, username)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});

describe('Login brute force from many addresses', () => {
  const HOME = '198.51.100.7';
  /** Fails once from each of so many addresses. */
  async function failFrom(count: number, username: string): Promise<number[]> {
    const answers: number[] = [];
    for (let i = 1; i <= count; i++) answers.push(await attemptFrom(`203.0.113.${i}`, username, WRONG));
    return answers;
  }

  it('is limited by the failures of all addresses together', async () => {
    const username = await createUser(service);
    const answers = await failFrom(14, username);
    expect(answers.filter((answer) => answer === 401)).toHaveLength(12);
    expect(answers.slice(12)).toEqual([429, 429]);
    expect(await attemptFrom(HOME, username, USER_PASSWORD)).toBe(429);
  });

  it('does not lock the user out at an address with a recent success', async () => {
    const username = await createUser(service);
    expect(await attemptFrom(HOME, username, USER_PASSWORD)).toBe(200);
    await failFrom(20, username);
    expect(await attemptFrom(HOME, username, USER_PASSWORD)).toBe(200);
    expect(await attemptFrom('203.0.113.99', username, USER_PASSWORD)).toBe(429);
  });

  it('is throttled at such an address as well', async () => {
    const username = await createUser(service);
    await attemptFrom(HOME, username, USER_PASSWORD);
    const answers: number[] = [];
    for (let i = 0; i < 6; i++) answers.push(await attemptFrom(HOME, username, WRONG));
    expect(answers).toEqual([...Array(5).fill(401), 429]);
    expect(await attemptFrom('203.0.113.50', username, USER_PASSWORD)).toBe(200);
  });
});

describe('The log of sign-ins', () => {
  const linesAbout = (text: string) =>
    service
      .log()
      .split('\n')
      .filter((line) => line.includes(text));

  it('has user and address of successes and failures, and no password', async () => {
    const username = await createUser(service);
    await signIn(service, username);
    await signIn(service, username, WRONG);
    await expect.poll(() => linesAbout('Sign-in refused').some((line) => line.includes(username))).toBe(true);
    const signedIn = linesAbout('Signed in').filter((line) => line.includes(username));
    expect(JSON.parse(signedIn[0] ?? '{}')).toMatchObject({ user: username, from: '127.0.0.1' });
    const refused = linesAbout('Sign-in refused').filter((line) => line.includes(username));
    expect(JSON.parse(refused[0] ?? '{}')).toMatchObject({
      user: username,
      from: '127.0.0.1',
      cause: 'INVALID_CREDENTIALS',
    });
    for (const password of [WRONG, USER_PASSWORD]) expect(service.log()).not.toContain(password);
  });

  it('has only the start of unknown names, which may be passwords', async () => {
    await signIn(service, 'hunter2-typed-into-the-wrong-field', WRONG);
    await expect.poll(() => linesAbout('hun… (no such user').length).toBe(1);
    expect(service.log()).not.toContain('hunter2-typed');
  });
});

describe('Login brute force over many names', () => {
  let guarded: TestService;

  beforeAll(async () => {
    guarded = await startTestService({
      'svc.auth.login.max-failures-per-address': '8',
      'svc.http.trusted-proxies': '127.0.0.1',
    });
  });

  afterAll(() => guarded.close());

  it('is throttled by address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 9; i++) statuses.push((await signIn(guarded, `name-${i}`, WRONG)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429]);
    expect(await attemptFrom('127.0.0.1', 'name-0', WRONG, guarded)).toBe(429);
    expect(await attemptFrom('192.0.2.99', 'name-0', WRONG, guarded)).toBe(401);
  });
});
