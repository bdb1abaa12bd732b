import { afterAll, beforeAll, expect, test } from 'vitest';
import { toStep, totpCode } from '../../server/src/modules/auth/second-factor/totp.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { createUser, signIn, USER_PASSWORD } from '../../server/test/support/test-users.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A user with an authenticator app; `next` is a code that is good now and was not used yet. */
async function createEnrolled() {
  const username = await createUser(service);
  const { text: token } = await signIn(service, username);
  const path = '/api/v2/users/self/second-factors/totp';
  const begun = await service.request('POST', path, {
    token,
    body: { name: 'Phone', password: USER_PASSWORD },
  });
  const secret = fromBase32(begun.body.secret);
  const code = (ahead: number) => totpCode(secret, toStep(new Date()) + ahead);
  const confirmed = await service.request('POST', `${path}/${begun.body.uuid}/confirm`, {
    token,
    body: { code: code(0) },
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  const recoveryCodes: string[] = confirmed.body.recovery_codes;
  return { username, recoveryCodes, next: () => code(1) };
}

const login = (username: string, ...more: string[]) => [
  'login',
  '--url',
  service.baseUrl,
  '--username',
  username,
  ...more,
];

test('a user with a second factor signs in with a code from the environment', async () => {
  const { username, next } = await createEnrolled();
  const options = { stdin: USER_PASSWORD, env: { TALLYMAN_TOTP: next().replace(/^.../, '$& ') } };
  const { exitCode, stdout, stderr } = await user.run(login(username, '--password-stdin'), options);
  expect([exitCode, stdout, stderr]).toEqual([0, `Signed in at ${service.baseUrl} as ${username}.\n`, '']);
  expect((await user.runJson(['whoami'])).document).toMatchObject({ username });
});

test('the code comes from stdin, alone or as the line after the password', async () => {
  const { username, recoveryCodes } = await createEnrolled();
  const [one = '', other = ''] = recoveryCodes;
  const alone = await user.run(login(username, '--totp-stdin'), {
    stdin: `${one}\n`,
    env: { TALLYMAN_PASSWORD: USER_PASSWORD },
  });
  expect([alone.exitCode, alone.stderr]).toEqual([0, '']);
  const both = login(username, '--password-stdin', '--totp-stdin');
  expect(await user.run(both, { stdin: `${USER_PASSWORD}\n${other}\n` })).toMatchObject({ exitCode: 0 });
  expect(await user.run(both, { stdin: `${USER_PASSWORD}\n` })).toMatchObject({
    exitCode: 2,
    stderr: 'error: Two lines are needed on stdin: the password, then the code.\n',
  });
});

test('without a code and a terminal the message explains how to pass a code', async () => {
  const { username } = await createEnrolled();
  const refused = await user.run(login(username, '--password-stdin'), { stdin: USER_PASSWORD });
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    'error: There is no terminal for input. Use --totp-stdin or TALLYMAN_TOTP.\n',
  ]);
});

test('a wrong code is not reported as a wrong password', async () => {
  const { username } = await createEnrolled();
  const args = login(username, '--password-stdin');
  const code = await user.run(args, { stdin: USER_PASSWORD, env: { TALLYMAN_TOTP: 'abcdef' } });
  expect([code.exitCode, code.stderr]).toEqual([
    3,
    'error: The code is wrong or was already used. Wait for the next one, or use a recovery code.\n',
  ]);
  const password = await user.run(args, { stdin: 'wrong', env: { TALLYMAN_TOTP: 'abcdef' } });
  expect(password.exitCode).toBe(3);
  expect(password.stderr).not.toContain('code');
});

test('a code of a user without a second factor is ignored', async () => {
  const username = await createUser(service);
  const options = { stdin: USER_PASSWORD, env: { TALLYMAN_TOTP: '123456' } };
  expect(await user.run(login(username, '--password-stdin'), options)).toMatchObject({ exitCode: 0 });
});
