import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn as signInAt } from '../../src/modules/auth/sign-in.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createUser, signIn, USER_PASSWORD } from '../support/test-users.ts';

const WRONG = 'not the password';
const MINUTE_MS = 60_000;
const HERE = '127.0.0.1';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    'svc.auth.login.max-failures-per-user-and-address': '5',
    'svc.auth.login.max-failures-per-user': '12',
    'svc.auth.login.max-failures-per-address': '1000',
  });
});

afterAll(() => service.close());

async function failTimes(count: number, username: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await signIn(service, username, WRONG)).status);
  return statuses;
}

/** The answer at another time, from an address of one's own. */
async function attemptAt(minutes: number, username: string, password: string, address = '192.0.2.1') {
  const context = { ...service.context, now: () => new Date(Date.now() + minutes * MINUTE_MS) };
  return signInAt(context, { username, password, address }).then(
    () => 'ok',
    (error: { kind: string }) => error.kind,
  );
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

  it('doubles the delay with every further failure', async () => {
    const username = await createUser(service);
    await failTimes(5, username);
    expect(await attemptAt(0.4, username, USER_PASSWORD, HERE)).toBe('too-many-requests');
    expect(await attemptAt(0.6, username, WRONG, HERE)).toBe('unauthenticated');
    expect(await attemptAt(1.5, username, USER_PASSWORD, HERE)).toBe('too-many-requests');
    expect(await attemptAt(1.7, username, USER_PASSWORD, HERE)).toBe('ok');
  });

  it('is reset after the time for which failures count', async () => {
    const username = await createUser(service);
    await failTimes(4, username);
    for (let i = 0; i < 4; i++) expect(await attemptAt(6, username, WRONG)).toBe('unauthenticated');
    expect(await attemptAt(6, username, USER_PASSWORD)).toBe('ok');
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
  async function failFrom(count: number, username: string): Promise<string[]> {
    const answers: string[] = [];
    for (let i = 1; i <= count; i++) answers.push(await attemptAt(0, username, WRONG, `203.0.113.${i}`));
    return answers;
  }

  it('is limited by the failures of all addresses together', async () => {
    const username = await createUser(service);
    const answers = await failFrom(14, username);
    expect(answers.filter((answer) => answer === 'unauthenticated')).toHaveLength(12);
    expect(answers.slice(12)).toEqual(['too-many-requests', 'too-many-requests']);
    expect(await attemptAt(0, username, USER_PASSWORD, HOME)).toBe('too-many-requests');
  });

  it('does not lock the user out at an address with a recent success', async () => {
    const username = await createUser(service);
    expect(await attemptAt(0, username, USER_PASSWORD, HOME)).toBe('ok');
    await failFrom(20, username);
    expect(await attemptAt(0, username, USER_PASSWORD, HOME)).toBe('ok');
    expect(await attemptAt(0, username, USER_PASSWORD, '203.0.113.99')).toBe('too-many-requests');
  });

  it('is throttled at such an address as well', async () => {
    const username = await createUser(service);
    await attemptAt(0, username, USER_PASSWORD, HOME);
    const answers: string[] = [];
    for (let i = 0; i < 6; i++) answers.push(await attemptAt(0, username, WRONG, HOME));
    expect(answers).toEqual([...Array(5).fill('unauthenticated'), 'too-many-requests']);
    expect(await attemptAt(0, username, USER_PASSWORD, '203.0.113.50')).toBe('ok');
  });

  it('locks out that address again when the success is old', async () => {
    const username = await createUser(service);
    await attemptAt(0, username, USER_PASSWORD, HOME);
    const days31 = 31 * 24 * 60;
    for (let i = 1; i <= 12; i++) await attemptAt(days31, username, WRONG, `203.0.113.${i}`);
    expect(await attemptAt(days31, username, USER_PASSWORD, HOME)).toBe('too-many-requests');
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
    guarded = await startTestService({ 'svc.auth.login.max-failures-per-address': '8' });
  });

  afterAll(() => guarded.close());

  it('is throttled by address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 9; i++) statuses.push((await signIn(guarded, `name-${i}`, WRONG)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429]);
    const context = guarded.context;
    const attempt = { username: 'name-0', password: WRONG };
    await expect(signInAt(context, { ...attempt, address: '127.0.0.1' })).rejects.toMatchObject({
      kind: 'too-many-requests',
    });
    await expect(signInAt(context, { ...attempt, address: '192.0.2.99' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
});
