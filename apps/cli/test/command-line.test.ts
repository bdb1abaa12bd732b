import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import product from '../../../package.json' with { type: 'json' };
import {
  type Answer,
  answerJson,
  startLoopbackServer,
} from '../../../packages/client/test/loopback-server.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let user: CliUser;

beforeAll(async () => {
  user = await createCliUser();
});
afterAll(() => user[Symbol.asyncDispose]());

const COMMANDS = [
  'serve',
  'config check',
  'login',
  'logout',
  'project list',
  'project create',
  'project show',
  'project clone',
  'project diff',
  'project changes',
  'bom upload',
  'bom export',
  'check',
  'findings list',
  'findings show',
  'findings explain',
  'findings decide',
  'findings changes',
  'whoami',
  'profile list',
];

test('--help documents every command and every exit code', async () => {
  const { exitCode, stdout, stderr } = await user.run(['--help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const command of COMMANDS) expect(stdout).toContain(`  ${command.split(' ')[0]}`);
  expect(stdout).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 .*\n {2}4 .*\n {2}5 /);
});

test.each(COMMANDS)('the help of %s has examples', async (command) => {
  const { exitCode, stdout } = await user.run([...command.split(' '), '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Examples:\n  $ tallyman ${command}`);
});

test('--version prints the version', async () => {
  expect(await user.run(['--version'])).toEqual({
    exitCode: 0,
    stdout: `${product.version}\n`,
    stderr: '',
  });
});

test.each([
  [['nonsense'], "unknown command 'nonsense'"],
  [['project', 'show'], "missing required argument 'project'"],
  [['project', 'list', '--limit', '0'], 'Use a number of 1 or more'],
  [['project', 'list', '--limit', '5', '--all'], 'cannot be used with'],
  [['project', 'create', 'x', '--classifier', 'toy'], 'Use one of application, framework'],
  [['project', 'clone', 'x', '2', '--include', 'all'], 'Use one of acl, components'],
  [['bom', 'upload'], "missing required argument 'path'"],
  [['bom', 'upload', 'a', 'b', '--name', 'x'], 'Several documents cannot be uploaded to one project'],
  [['bom', 'upload', 'a', '--name', 'x', '--project', 'y'], 'cannot be used with'],
  [['bom', 'export', 'x', '--format', 'yaml'], 'Use json or xml.'],
  [
    ['login', '--username', 'admin'],
    'There is no terminal for input. Use --password-stdin or TALLYMAN_PASSWORD.',
  ],
  [['login', '--username', 'admin', '--password-stdin'], 'There was no password on stdin.'],
  [['project', 'list', '--url', 'localhost:8080'], 'Did you mean http://localhost:8080?'],
  [['project', 'list', '--url', 'ftp://x'], '"ftp://x" is not the address of a service'],
  [['project', 'list', '--url', 'http://x/?a=b'], 'remove what follows the path'],
  [['project', 'list', '--profile', 'nobody'], 'Profile "nobody" does not exist.\nCreate it: tallyman login'],
  [['vex', 'import', '.', '--project', 'x'], 'is a folder without CycloneDX documents'],
])('wrong usage exits with 2 and an explanation: %j', async (args, message) => {
  const { exitCode, stdout, stderr } = await user.run(args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('a command without a session exits with 3 and names the command that signs in', async () => {
  await using server = await startLoopbackServer((_, response) => answerJson(response, 200, {}));
  const { exitCode, stderr } = await user.run(['project', 'list', '--url', server.url]);
  expect(exitCode).toBe(3);
  expect(stderr).toBe(`error: Not signed in at ${server.url}.\nRun: tallyman login --url ${server.url}\n`);
});

test('without a session an address where no server answers exits with 4', async () => {
  const { exitCode, stderr } = await user.run(['whoami', '--url', 'http://127.0.0.1:9']);
  expect(exitCode).toBe(4);
  expect(stderr).not.toContain('Not signed in');
});

test('an address of another server is reported as such', async () => {
  await using server = await startLoopbackServer((_, response) => answerJson(response, 404, {}));
  for (const args of [['whoami'], ['login', '--username', 'admin', '--password-stdin']]) {
    const { exitCode, stderr } = await user.run([...args, '--url', server.url], { stdin: 'secret' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is not the address of a Tallyman service');
  }
});

test('an unreachable server exits with 4 and a hint', async () => {
  const server = await startLoopbackServer(() => {});
  await server[Symbol.asyncDispose]();
  const env = { TALLYMAN_URL: server.url, TALLYMAN_TOKEN: 'token' };
  const { exitCode, stderr } = await user.run(['project', 'list'], { env });
  expect(exitCode).toBe(4);
  expect(stderr).toContain('the connection was refused. Is the service running there?');
});

const problem = (status: number, detail: string) => ({
  type: 'about:blank',
  title: 'Refused',
  status,
  detail,
});

test.each([
  [400, 2, 'sort is wrong'],
  [401, 3, 'The API key is not valid at'],
  [403, 3, 'sort is wrong\nAsk an administrator'],
  [409, 1, 'sort is wrong'],
  [429, 1, 'sort is wrong\nTry again in 30 s.'],
  [500, 1, 'sort is wrong\nRequest id: r-1'],
])('a refusal with status %i exits with %i and an explanation', async (status, code, message) => {
  const headers = { 'X-Request-Id': 'r-1', ...(status === 429 ? { 'Retry-After': '30' } : {}) };
  await using server = await startLoopbackServer((_, response) =>
    answerJson(response, status, problem(status, 'sort is wrong'), headers),
  );
  const env = { TALLYMAN_URL: server.url, TALLYMAN_API_KEY: 'tly_key' };
  const { exitCode, stdout, stderr } = await user.run(['project', 'list'], { env });
  expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' });
  expect(stderr).toContain(message);
});

test('with --json a failure is one JSON document too', async () => {
  await using server = await startLoopbackServer((_, response) =>
    answerJson(response, 409, problem(409, 'It exists.')),
  );
  const options = { env: { TALLYMAN_URL: server.url, TALLYMAN_API_KEY: 'tly_key' } };
  const { exitCode, document, stderr } = await user.runJson(['project', 'create', 'x'], options);
  expect(exitCode).toBe(1);
  expect(document).toMatchObject({ error: { exitCode: 1, message: 'It exists.', problem: { status: 409 } } });
  expect(stderr).toBe('error: It exists.\n');
});

test('with --json wrong usage is one JSON document too', async () => {
  const { exitCode, document } = await user.runJson(['project', 'show']);
  expect({ exitCode, document }).toMatchObject({ exitCode: 2, document: { error: { exitCode: 2 } } });
});

const emptyList: Answer = (_, response) => answerJson(response, 200, [], { 'X-Total-Count': '0' });

test('flags take precedence over the environment, and an API key over a token', async () => {
  await using server = await startLoopbackServer(emptyList);
  const env = {
    TALLYMAN_URL: 'http://127.0.0.1:9',
    TALLYMAN_API_KEY: 'env-key',
    TALLYMAN_TOKEN: 'env-token',
  };
  await user.run(['project', 'list', '--url', server.url], { env });
  await user.run(['project', 'list', '--url', server.url, '--api-key', 'flag-key'], { env });
  await user.run(['project', 'list', '--url', server.url], { env: { TALLYMAN_TOKEN: 'env-token' } });
  const sent = server.seen.map(({ headers }) => [headers['x-api-key'], headers.authorization]);
  expect(sent).toEqual([
    ['env-key', undefined],
    ['flag-key', undefined],
    [undefined, 'Bearer env-token'],
  ]);
});

const signIn: Answer = ({ url }, response) =>
  url === '/api/v1/user/login' ? response.end('issued-token') : answerJson(response, 200, []);

test('the stored session is readable by its owner alone and goes only to the server that issued it', async () => {
  await using server = await startLoopbackServer(signIn);
  await using other = await startLoopbackServer(emptyList);
  await using owner = await createCliUser();
  const args = ['login', '--url', `${server.url}/`, '--username', 'admin', '--password-stdin'];
  const { exitCode, document } = await owner.runJson(args, { stdin: 'pass word\n' });
  const signedIn = { url: server.url, username: 'admin', profile: 'default' };
  expect({ exitCode, document }).toEqual({ exitCode: 0, document: signedIn });
  expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body))).toEqual({
    username: 'admin',
    password: 'pass word',
  });
  const file = join(owner.home, '.config/tallyman/credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const stored = JSON.parse(await readFile(file, 'utf8'));
  expect(stored.profiles.default).toMatchObject({ url: server.url, token: 'issued-token' });

  expect((await owner.run(['project', 'list'])).exitCode).toBe(0);
  expect(server.seen[1]?.headers.authorization).toBe('Bearer issued-token');
  expect((await owner.run(['project', 'list', '--url', other.url])).exitCode).toBe(3);
  expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('XDG_CONFIG_HOME sets where the session is stored', async () => {
  await using server = await startLoopbackServer(signIn);
  await using owner = await createCliUser();
  const env = { XDG_CONFIG_HOME: join(owner.home, 'elsewhere'), TALLYMAN_URL: server.url };
  await owner.run(['login', '--username', 'admin', '--password-stdin'], { stdin: 'secret', env });
  await expect(stat(join(owner.home, 'elsewhere/tallyman/credentials.json'))).resolves.toBeTruthy();
});

test('an expired session is reported with the command that signs in again', async () => {
  await using server = await startLoopbackServer((_, response) =>
    answerJson(response, 401, problem(401, 'no')),
  );
  const { exitCode, stderr } = await user.run(['project', 'list', '--url', server.url], {
    env: { TALLYMAN_TOKEN: 'old' },
  });
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`has expired or is not valid.\nRun: tallyman login --url ${server.url}`);
});

test('a password that must be changed first is explained', async () => {
  await using server = await startLoopbackServer((_, response) =>
    answerJson(response, 401, { ...problem(401, 'Change it.'), cause: 'FORCE_PASSWORD_CHANGE' }),
  );
  const args = ['login', '--url', server.url, '--username', 'bob', '--password-stdin'];
  const { exitCode, stderr } = await user.run(args, { stdin: 'initial' });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('The password of bob must be changed before signing in.\nRun on a terminal');
});

test('logout deletes the session even if the server is unreachable', async () => {
  const server = await startLoopbackServer(signIn);
  await using owner = await createCliUser();
  const args = ['login', '--url', server.url, '--username', 'admin', '--password-stdin'];
  await owner.run(args, { stdin: 'secret' });
  await server[Symbol.asyncDispose]();
  const { exitCode, document, stderr } = await owner.runJson(['logout']);
  expect({ exitCode, document }).toMatchObject({
    exitCode: 0,
    document: { signedOut: true, url: server.url },
  });
  expect(stderr).toContain('warning: the session could not be ended on the server');
  expect((await owner.runJson(['logout'])).document).toEqual({ signedOut: false });
});

test('a damaged session file is reported with a way to fix it', async () => {
  await using owner = await createCliUser();
  const env = { XDG_CONFIG_HOME: owner.home };
  await using server = await startLoopbackServer(signIn);
  const args = ['login', '--url', server.url, '--username', 'admin', '--password-stdin'];
  await owner.run(args, { stdin: 'secret', env });
  const file = join(owner.home, 'tallyman/credentials.json');
  await writeFile(file, '{"url":');
  const { exitCode, stderr } = await owner.run(['project', 'list'], { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${file} is damaged.\nRemove it, then sign in again: tallyman login`);
});

const project = (index: number) => ({
  uuid: `0190c3e0-3f2a-7b6e-9f6c-${String(index).padStart(12, '0')}`,
  name: `Project ${index} \u001b[31m`,
  active: true,
  isLatest: false,
  hasChildren: false,
});

const pageOfProjects: Answer = ({ url }, response) => {
  const { searchParams } = new URL(url, 'http://localhost');
  const offset = Number(searchParams.get('offset'));
  const length = Math.min(Number(searchParams.get('limit')), 250 - offset);
  const rows = Array.from({ length }, (_, i) => project(offset + i));
  answerJson(response, 200, rows, { 'X-Total-Count': '250' });
};

test('project list fetches as many pages as the limit requires', async () => {
  await using server = await startLoopbackServer(pageOfProjects);
  const options = { env: { TALLYMAN_URL: server.url, TALLYMAN_TOKEN: 't' } };
  const all = await user.runJson(['project', 'list', '--all'], options);
  expect(all.document).toMatchObject({ total: 250, projects: { length: 250 } });
  expect(server.seen).toHaveLength(3);
  const some = await user.runJson(['project', 'list', '--limit', '130'], options);
  expect(some.document).toMatchObject({ total: 250, projects: { length: 130 } });
  expect(server.seen).toHaveLength(5);
});

test('a list is a table without control sequences; the number of omitted rows goes to stderr', async () => {
  await using server = await startLoopbackServer(pageOfProjects);
  const options = { env: { TALLYMAN_URL: server.url, TALLYMAN_TOKEN: 't' } };
  const { stdout, stderr } = await user.run(['project', 'list', '--limit', '2'], options);
  expect(stdout.split('\n')[0]).toMatch(/^NAME +VERSION +LATEST +CLASSIFIER +TAGS +UUID$/);
  expect(stdout).not.toContain('\u001b');
  expect(stderr).toBe('2 of 250 projects; --all lists the rest.\n');
});

test('config check lists every change, reports what would prevent the start, and writes the translation', async () => {
  const old = join(user.home, 'old.properties');
  await writeFile(
    old,
    '# mine\nlegacy.http.port=8081\nldap.bind.password.file=/run/secret\nsvc.http.host=0.0.0.0\n',
  );
  const { exitCode, stdout } = await user.run(['config', 'check', old]);
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(
    /^LINE +STATE +WRITTEN +BECOMES\n2 +deprecated +legacy\.http\.port +svc\.http\.port\n/,
  );
  expect(stdout).toMatch(/\n3 +refused +ldap\.bind\.password\.file /);
  expect(stdout).toContain('The service would not start with it.');

  const target = join(user.home, 'new.properties');
  const written = await user.runJson(['config', 'check', old, '--write', target]);
  expect(written.document).toMatchObject({
    file: old,
    refused: true,
    written: target,
    changes: { length: 3 },
  });
  expect(await readFile(target, 'utf8')).toContain('svc.http.port=8081');
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect((await user.run(['config', 'check', target])).exitCode).toBe(0);

  const again = await user.run(['config', 'check', old, '--write', target]);
  expect(again.stderr).toContain('already exists. Choose a new file.');
});

test('config check reads stdin, and old names alone do not fail it', async () => {
  const { exitCode, document } = await user.runJson(['config', 'check', '-'], {
    stdin: 'legacy.http.port=8081\n',
  });
  expect(exitCode).toBe(0);
  expect(document).toMatchObject({ file: 'stdin', refused: false, changes: [{ severity: 'deprecated' }] });
});

test('config check of a missing file exits with 2', async () => {
  const { exitCode, stderr } = await user.run(['config', 'check', 'absent.properties']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('The file cannot be read');
});

test('serve passes its options to the service, which reports invalid ones', async () => {
  const { exitCode, stderr } = await user.run([
    'serve',
    '--set',
    'svc.http.port=abc',
    '--set',
    'svc.http.host=',
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('svc.http.port');
});
