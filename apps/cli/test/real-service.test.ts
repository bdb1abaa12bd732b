import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../server/test/support/test-database.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  const { exitCode, stdout, stderr } = await user.run(args, { stdin: ADMIN_PASSWORD });
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: `Signed in at ${service.baseUrl} as admin.\n`,
    stderr: '',
  });
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

test('a project that is created is shown and listed', async () => {
  const args = [
    'project',
    'create',
    'Acme: shop',
    '--project-version',
    '1.0',
    '--tag',
    'backend',
    '--tag',
    'java',
  ];
  const created = await user.runJson([
    ...args,
    '--classifier',
    'operating-system',
    '--latest',
    '--description',
    'Sells',
  ]);
  expect(created).toMatchObject({
    exitCode: 0,
    document: {
      name: 'Acme: shop',
      version: '1.0',
      classifier: 'OPERATING_SYSTEM',
      description: 'Sells',
      isLatest: true,
      active: true,
    },
  });
  const { uuid } = created.document;
  for (const reference of [uuid, 'Acme: shop:1.0', 'Acme: shop']) {
    const shown = await user.runJson(['project', 'show', reference]);
    expect(shown.document).toMatchObject({ uuid, tags: [{ name: 'backend' }, { name: 'java' }] });
  }
  const shown = await user.run(['project', 'show', uuid]);
  expect(shown.stdout).toMatch(/^Name +Acme: shop\nVersion +1\.0\nUUID +/);

  const listed = await user.runJson(['project', 'list', '--search', 'acme', '--tag', 'backend']);
  expect(listed.document).toMatchObject({ total: 1, projects: [{ uuid, name: 'Acme: shop' }] });
  const table = await user.run(['project', 'list', '--tag', 'java']);
  expect(table.stdout).toContain(uuid);
});

test('a child names its parent by name and version', async () => {
  await user.run(['project', 'create', 'Parent', '--project-version', '2']);
  const child = await user.runJson(['project', 'create', 'Child', '--parent', 'Parent:2']);
  expect(child.document).toMatchObject({ name: 'Child', parent: { name: 'Parent', version: '2' } });
  const orphan = await user.run(['project', 'create', 'Orphan', '--parent', 'Nobody:1']);
  expect(orphan.exitCode).toBe(1);
  expect(orphan.stderr).toContain('Project "Nobody:1" does not exist');
});

test('a name alone selects the latest version, and is refused if no version is the latest', async () => {
  for (const version of ['1', '2'])
    await user.run(['project', 'create', 'Many', '--project-version', version]);
  const unclear = await user.run(['project', 'show', 'Many']);
  expect(unclear.exitCode).toBe(1);
  expect(unclear.stderr).toContain('Choose one:\n');
  expect(unclear.stderr).toContain('  Many:1\n');
  await user.run(['project', 'create', 'Many', '--project-version', '3', '--latest']);
  expect((await user.runJson(['project', 'show', 'Many'])).document).toMatchObject({ version: '3' });
});

test('inactive projects are listed only on request', async () => {
  const body = { name: 'Retired', active: false };
  expect((await service.asAdmin('PUT', '/api/v1/project', body)).status).toBe(201);
  expect((await user.runJson(['project', 'list', '--search', 'retired'])).document).toMatchObject({
    total: 0,
  });
  const all = await user.run(['project', 'list', '--search', 'retired', '--inactive']);
  expect(all.stdout).toMatch(/Retired .*inactive/);
});

test('an existing or invalid project is refused with the reason', async () => {
  await user.run(['project', 'create', 'Twice', '--project-version', '1']);
  const twice = await user.run(['project', 'create', 'Twice', '--project-version', '1']);
  expect(twice).toMatchObject({ exitCode: 1, stdout: '' });
  expect(twice.stderr).toMatch(/^error: .*exists/);
  const invalid = await user.run(['project', 'create', 'x'.repeat(300)]);
  expect(invalid.exitCode).toBe(2);
  expect(invalid.stderr).toContain('body/name');
});

test('a key without the permission exits with 3, an unknown key too', async () => {
  const team = await service.asAdmin('PUT', '/api/v1/team', { name: 'Nobodies' });
  const key = await service.asAdmin('PUT', `/api/v1/team/${team.body.uuid}/key`);
  const env = { TALLYMAN_URL: service.baseUrl, TALLYMAN_API_KEY: key.body.key };
  const denied = await user.run(['project', 'list'], { env });
  expect(denied.exitCode).toBe(3);
  expect(denied.stderr).toContain('VIEW_PORTFOLIO');
  const unknown = await user.run(['project', 'list'], { env: { ...env, TALLYMAN_API_KEY: 'tly_unknown' } });
  expect(unknown.exitCode).toBe(3);
});

test('a wrong password exits with 3 and changes nothing', async () => {
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  expect((await user.run(args, { stdin: 'wrong' })).exitCode).toBe(3);
  expect((await user.run(['project', 'list'])).exitCode).toBe(0);
});

test('a user who must change the password sees the command for it', async () => {
  const bob = { username: 'bob', fullname: 'Bob', email: 'bob@example.com', forcePasswordChange: true };
  const password = 'initial password of bob';
  const body = { ...bob, newPassword: password, confirmPassword: password };
  expect((await service.asAdmin('PUT', '/api/v1/user/managed', body)).status).toBe(201);
  const args = ['login', '--url', service.baseUrl, '--username', 'bob', '--password-stdin'];
  const { exitCode, stderr } = await user.run(args, { stdin: password });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('The password of bob must be changed before signing in.');
});

test('logout ends the session on the server', async () => {
  await using other = await createCliUser();
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  await other.run(args, { stdin: ADMIN_PASSWORD });
  const file = join(other.home, '.config/tallyman/credentials.json');
  const { token } = JSON.parse(await readFile(file, 'utf8')).profiles.default;
  const askWhoIAm = async () => (await service.request('GET', '/api/v1/user/self', { token })).status;
  expect(await askWhoIAm()).toBe(200);
  expect((await other.run(['logout'])).stdout).toBe(`Signed out from ${service.baseUrl}.\n`);
  expect(await askWhoIAm()).toBe(401);
  expect((await other.run(['project', 'list', '--url', service.baseUrl])).exitCode).toBe(3);
});

test('serve runs the service until it receives a signal', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const settings = [
    `svc.datasource.url=${database.url}`,
    'svc.http.port=0',
    'svc.management.port=0',
    'svc.http.drain-ms=0',
  ];
  const server = user.start(['serve', ...settings.flatMap((setting) => ['--set', setting])]);
  onTestFinished(() => void server.kill('SIGKILL'));
  server.stderr.resume();
  const exited = once(server, 'exit');
  const version = await fetch(`${await readInterfaceUrl(server.stdout)}/api/version`);
  expect(version.status).toBe(200);
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

/** Keeps on reading afterwards, so that the service never waits for a full pipe. */
function readInterfaceUrl(stdout: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      const url = /In a browser +(http:\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    stdout.once('end', () => reject(new Error(`The service did not start:\n${printed}`)));
  });
}
