import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createUser, signIn as signInByHttp, USER_PASSWORD } from '../../../test/support/test-users.ts';
import { createIdentitySources } from './identity-sources/identity-sources.ts';
import { signIn } from './sign-in.ts';

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

async function failTimes(count: number, username: string): Promise<void> {
  for (let i = 0; i < count; i++) expect((await signInByHttp(service, username, WRONG)).status).toBe(401);
}

/** The outcome at another time, which a request cannot choose. */
async function attemptAt(minutes: number, username: string, password: string, address = '192.0.2.1') {
  const now = () => new Date(Date.now() + minutes * MINUTE_MS);
  const context = { ...service.context, sources: createIdentitySources(service.context), now };
  return signIn(context, { username, password, address }).then(
    () => 'ok',
    (error: { kind: string }) => error.kind,
  );
}

describe('Login brute force over time', () => {
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

  it('locks out the user at an address whose success is old', async () => {
    const username = await createUser(service);
    const HOME = '198.51.100.7';
    await attemptAt(0, username, USER_PASSWORD, HOME);
    const days31 = 31 * 24 * 60;
    for (let i = 1; i <= 12; i++) await attemptAt(days31, username, WRONG, `203.0.113.${i}`);
    expect(await attemptAt(days31, username, USER_PASSWORD, HOME)).toBe('too-many-requests');
  });
});
