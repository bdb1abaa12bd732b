import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Answer,
  answerJson,
  startLoopbackServer,
} from '../../../packages/client/test/loopback-server.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

const service: Answer = ({ url }, response) =>
  url === '/api/v1/user/login'
    ? response.end(`token-of-${response.req.headers.host}`)
    : answerJson(response, 200, [], { 'X-Total-Count': '0' });

const logIn = (user: CliUser, ...args: string[]) =>
  user.runJson(['login', '--username', 'admin', '--password-stdin', ...args], { stdin: 'secret' });

test('sessions of several servers are stored; one is current, the others are selected by name', async () => {
  await using one = await startLoopbackServer(service);
  await using other = await startLoopbackServer(service);
  await using user = await createCliUser();
  expect((await logIn(user, '--url', one.url)).document.profile).toBe('default');
  expect((await logIn(user, '--url', other.url, '--profile', 'work')).document.profile).toBe('work');

  expect((await user.runJson(['profile', 'list'])).document.profiles).toMatchObject([
    { name: 'default', url: one.url, current: false, signedIn: true },
    { name: 'work', url: other.url, current: true, signedIn: true },
  ]);
  const calls = () => [one.seen.length, other.seen.length];
  const [ones, others] = calls();
  await user.run(['project', 'list']);
  await user.run(['project', 'list', '--profile', 'default']);
  await user.run(['project', 'list'], { env: { TALLYMAN_PROFILE: 'default' } });
  await user.run(['project', 'list', '--url', one.url]);
  expect(calls()).toEqual([(ones ?? 0) + 3, (others ?? 0) + 1]);

  expect((await user.run(['profile', 'use', 'default'])).stdout).toBe(
    `Commands now use ${one.url} as admin.\n`,
  );
  expect((await user.run(['profile', 'use', 'nobody'])).stderr).toContain(
    'Existing profiles: default, work.',
  );
  expect((await user.run(['logout'])).stdout).toBe(`Signed out from ${one.url}.\n`);
  expect((await user.run(['project', 'list'])).exitCode).toBe(3);
  expect((await user.run(['project', 'list', '--profile', 'work'])).exitCode).toBe(0);

  expect((await user.run(['profile', 'remove', 'work'])).exitCode).toBe(0);
  const { stdout } = await user.run(['profile', 'list']);
  expect(stdout).toContain('signed out');
  expect(stdout).not.toContain('work');
});

test('the default name of a profile is the host of its server, and a server has only one profile', async () => {
  await using one = await startLoopbackServer(service);
  await using other = await startLoopbackServer(service);
  await using user = await createCliUser();
  await logIn(user, '--url', one.url);
  expect((await logIn(user, '--url', other.url)).document.profile).toBe(new URL(other.url).host);
  expect((await logIn(user, '--url', one.url)).document.profile).toBe('default');
});

test('a session of an earlier release is the profile "default"', async () => {
  await using server = await startLoopbackServer(service);
  await using user = await createCliUser();
  await logIn(user, '--url', server.url);
  const file = join(user.home, '.config/tallyman/credentials.json');
  await writeFile(file, JSON.stringify({ url: server.url, username: 'admin', token: 'old' }));
  expect((await user.run(['project', 'list'])).exitCode).toBe(0);
  expect((await user.runJson(['profile', 'list'])).document.profiles).toMatchObject([
    { name: 'default', username: 'admin', current: true },
  ]);
});

test('a password comes from the environment, never from an argument', async () => {
  await using server = await startLoopbackServer(service);
  await using user = await createCliUser();
  const args = ['login', '--url', server.url, '--username', 'admin'];
  expect((await user.run(args, { env: { TALLYMAN_PASSWORD: 'from env' } })).exitCode).toBe(0);
  expect(new URLSearchParams(server.seen[0]?.body).get('password')).toBe('from env');
  expect((await user.run([...args, '--password', 'x'])).stderr).toContain("unknown option '--password'");
});

test('a second factor is sent with the credentials if the server requires one', async () => {
  await using server = await startLoopbackServer(({ url, body }, response) => {
    if (url !== '/api/v1/user/login') return answerJson(response, 200, []);
    if (new URLSearchParams(body).get('totp') === '123456') return response.end('token');
    response.statusCode = 401;
    response.setHeader('Content-Type', 'text/plain');
    return response.end('SECOND_FACTOR_REQUIRED');
  });
  await using user = await createCliUser();
  const args = ['login', '--url', server.url, '--username', 'admin', '--password-stdin'];
  const asked = await user.run(args, { stdin: 'secret' });
  expect([asked.exitCode, asked.stderr]).toEqual([
    2,
    'error: There is no terminal for input. Use --totp-stdin or TALLYMAN_TOTP.\n',
  ]);
  expect((await user.run(args, { stdin: 'secret', env: { TALLYMAN_TOTP: '123 456' } })).exitCode).toBe(0);
});

test('an unexpected error is one line; --debug shows its stack', async () => {
  await using user = await createCliUser();
  const env = { XDG_CONFIG_HOME: '/dev/null' };
  const short = await user.run(['profile', 'list'], { env });
  expect([short.exitCode, short.stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(short.stderr).toContain('(--debug shows the stack trace)');
  const long = await user.run(['profile', 'list', '--debug'], { env });
  expect(long.stderr).toContain('    at ');
});
