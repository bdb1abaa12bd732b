import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELIVERS_TO_LOOPBACK } from '../../server/test/support/test-alerts.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../server/test/support/webhook-receiver.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let receiver: WebhookReceiver;
let user: CliUser;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
  user = await createCliUser();
  env = { TALLYMAN_URL: service.baseUrl, TALLYMAN_TOKEN: service.adminToken };
});
afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
  await receiver?.close();
});

const run = (...args: string[]) => user.run(args, { env });
const runJson = (...args: string[]) => user.runJson(args, { env });

const PASSWORD = 'a quiet harbour at dusk';

test('a user is created, changed, granted permissions, made a member and deleted', async () => {
  await run('team', 'create', 'Developers');
  const created = await user.runJson(
    ['user', 'create', 'ann', '--email', 'ann@example.org', '--password-stdin', '--team', 'developers'],
    { env, stdin: PASSWORD },
  );
  expect(created.document, created.stderr).toMatchObject({
    username: 'ann',
    kind: 'managed',
    email: 'ann@example.org',
    teams: [{ name: 'Developers' }],
  });
  const login = ['login', '--url', service.baseUrl, '--username', 'ann', '--password-stdin'];
  await using ann = await createCliUser();
  expect((await ann.run(login, { stdin: PASSWORD })).exitCode).toBe(0);
  expect((await ann.run(['whoami'])).stdout).toMatch(/User +ann\nTeams +Developers\nMay +nothing/);

  await run('user', 'grant', 'ann', 'view-portfolio', 'BOM_UPLOAD');
  expect((await ann.runJson(['whoami'])).document.permissions).toEqual(['BOM_UPLOAD', 'VIEW_PORTFOLIO']);
  await run('user', 'revoke', 'ann', 'bom-upload');
  await run('user', 'leave', 'ann', 'Developers');
  const shown = await run('user', 'show', 'ann');
  expect(shown.stdout).toMatch(/Email +ann@example\.org\nState +active\nPermissions +VIEW_PORTFOLIO\n/);

  const suspended = await runJson('user', 'change', 'ann', '--suspend', '--full-name', 'Ann');
  expect(suspended.document).toMatchObject({ suspended: true, fullname: 'Ann', email: 'ann@example.org' });
  expect((await ann.run(login, { stdin: PASSWORD })).exitCode).toBe(3);
  const renamed = await runJson('user', 'change', 'ann', '--unsuspend', '--rename', 'anna');
  expect(renamed.document).toMatchObject({ username: 'anna', suspended: false, fullname: 'Ann' });

  expect((await run('user', 'delete', 'anna')).stderr).toContain('Add --yes to confirm.');
  expect((await run('user', 'delete', 'anna', '--yes')).exitCode).toBe(0);
  expect((await run('user', 'list')).stdout).not.toContain('anna');
  expect((await run('user', 'show', 'anna')).stderr).toContain('User "anna" does not exist.');
});

test('a user without a password is created for OpenID Connect', async () => {
  expect((await runJson('user', 'create', 'olga', '--kind', 'oidc')).document).toMatchObject({
    kind: 'oidc',
  });
  expect((await run('user', 'change', 'olga', '--email', 'x@y')).stderr).toContain(
    'is not a managed user (oidc)',
  );
  expect((await run('user', 'list', '--output', 'csv')).stdout).toContain('olga,oidc,');
});

test('a team gets permissions and a key that uploads, checks and lists findings', async () => {
  const wanted = ['bom-upload', 'project-creation-upload', 'view-portfolio', 'view-vulnerability'];
  const team = await run('team', 'create', 'ci', ...wanted.flatMap((each) => ['--permission', each]));
  expect(team.exitCode, team.stderr).toBe(0);
  const made = await runJson('key', 'create', 'ci', '--comment', 'nightly');
  expect(made.document).toMatchObject({ comment: 'nightly', key: expect.any(String) });

  const machine = { env: { TALLYMAN_URL: service.baseUrl, TALLYMAN_API_KEY: made.document.key } };
  expect((await user.run(['whoami'], machine)).stdout).toMatch(/API key of +ci\n/);
  expect((await user.run(['findings', 'list'], machine)).exitCode).toBe(0);

  expect((await run('key', 'list', '--team', 'ci')).stdout).toMatch(
    new RegExp(`${made.document.publicId} +ci .*nightly`),
  );
  const limited = ['--expires', '30', '--project', 'keyed'];
  await run('project', 'create', 'keyed');
  const short = await runJson('key', 'create', 'ci', ...limited);
  expect(short.document).toMatchObject({ projects: [{ name: 'keyed' }], expires_at: expect.any(Number) });
  const successor = await runJson('key', 'rotate', short.document.publicId, '--overlap', '0');
  expect(successor.document).toMatchObject({ projects: [{ name: 'keyed' }] });
  expect((await run('key', 'list', '--team', 'ci')).stdout).toMatch(/ expired +1\n/);
  for (const { document } of [short, successor]) await run('key', 'revoke', document.publicId, '--yes');
  const fresh = await runJson('key', 'regenerate', made.document.publicId);
  expect((await user.run(['whoami'], machine)).exitCode).toBe(3);
  expect((await run('key', 'revoke', fresh.document.publicId, '--yes')).exitCode).toBe(0);
  expect((await runJson('key', 'list', '--team', 'ci')).document.keys).toEqual([]);

  await run('team', 'revoke', 'ci', 'bom-upload');
  const renamed = await run('team', 'rename', 'ci', 'pipelines');
  expect(renamed.stdout).toMatch(/Name +pipelines/);
  expect(renamed.stdout).not.toContain('BOM_UPLOAD');
  await run('project', 'create', 'seen', '--project-version', '1');
  expect((await run('team', 'map', 'pipelines', 'seen:1')).exitCode).toBe(0);
  expect((await run('team', 'show', 'pipelines')).stdout).toMatch(/\nProjects +seen:1\n/);
  expect((await run('team', 'unmap', 'pipelines', 'seen:1')).exitCode).toBe(0);
  expect((await run('team', 'show', 'pipelines')).stdout).not.toContain('seen:1');
  expect((await run('team', 'delete', 'pipelines', '--yes')).exitCode).toBe(0);
  expect((await run('team', 'show', 'pipelines')).stderr).toContain('Team "pipelines" does not exist.');
  expect((await run('team', 'grant', 'Administrators', 'fly')).stderr).toContain('"fly" is not a permission');
  expect((await run('permission', 'list')).stdout).toContain('BOM_UPLOAD');
});

test('an alert is created, changed, switched off and on, logged and deleted', async () => {
  const args = ['--publisher', 'webhook', '--destination', receiver.url, '--group', 'project-created'];
  const created = await runJson('alert', 'create', 'hook', ...args);
  expect(created.document, created.stderr).toMatchObject({
    enabled: true,
    notifyOn: ['PROJECT_CREATED'],
    publisherConfig: expect.stringContaining(`"destinationUrl":"${receiver.url}"`),
  });
  expect((await run('alert', 'test', 'hook')).exitCode).toBe(0);
  expect((await run('alert', 'log', 'hook')).stdout).toMatch(/hook +PROJECT_CREATED +DELIVERED +1 +200/);

  await run('project', 'create', 'watched', '--project-version', '1');
  const changed = await runJson('alert', 'change', 'hook', '--project', 'watched:1', '--latest-only');
  expect(changed.document).toMatchObject({
    latestOnly: true,
    notifyOn: ['PROJECT_CREATED'],
    projects: [{ name: 'watched' }],
    publisherConfig: created.document.publisherConfig,
  });
  expect((await run('alert', 'disable', 'hook')).stdout).toMatch(/State +disabled/);
  expect((await runJson('alert', 'enable', 'hook')).document).toMatchObject({
    enabled: true,
    latestOnly: true,
  });
  expect((await run('alert', 'delete', 'hook', '--yes')).exitCode).toBe(0);
  expect((await run('alert', 'show', 'hook')).stderr).toContain('Alert "hook" does not exist');
  const unknown = await run('alert', 'create', 'x', '--publisher', 'pigeon');
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('Use one of ')]);
});

test('a project is changed and deleted', async () => {
  await run('project', 'create', 'old', '--project-version', '1', '--description', 'kept');
  const changed = await runJson('project', 'change', 'old:1', '--inactive', '--tag', 'retired');
  expect(changed.document).toMatchObject({ active: false, description: 'kept', tags: [{ name: 'retired' }] });
  expect((await run('project', 'change', 'old:1')).stderr).toContain('Nothing to change.');
  expect((await run('project', 'delete', 'old:1')).exitCode).toBe(2);
  expect((await run('project', 'delete', 'old:1', '--yes')).stdout).toBe('Deleted old:1.\n');
  expect((await run('project', 'show', 'old:1')).exitCode).toBe(1);
});
