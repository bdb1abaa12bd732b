import { createInterface } from 'node:readline/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAlert, DELIVERS_TO_LOOPBACK } from '../../server/test/support/test-alerts.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../server/test/support/webhook-receiver.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let receiver: WebhookReceiver;
let user: CliUser;

beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
  user = await createCliUser();
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  await user.run(args, { stdin: ADMIN_PASSWORD });
});
afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
  await receiver?.close();
});

test('alerts are listed and tested; the exit code shows whether all test messages arrived', async () => {
  expect((await user.run(['alert', 'list'])).stderr).toContain('No alerts found.');
  const config = { destinationUrl: receiver.url };
  const { name, uuid } = await createAlert(service, { groups: ['BOM_PROCESSED', 'PROJECT_CREATED'], config });
  const { stdout } = await user.run(['alert', 'list']);
  expect(stdout).toContain(name);
  expect((await user.runJson(['alert', 'list'])).document.alerts).toMatchObject([{ uuid, enabled: true }]);
  const tested = await user.runJson(['alert', 'test', name]);
  expect(tested.exitCode).toBe(0);
  expect(tested.document.deliveries).toMatchObject([{ status: 'DELIVERED' }, { status: 'DELIVERED' }]);
  receiver.answer = () => ({ status: 410 });
  const failed = await user.run(['alert', 'test', uuid, '--group', 'project_created']);
  expect(failed.exitCode).toBe(1);
  expect(failed.stdout).toMatch(/PROJECT_CREATED\s+FAILED\s+410/);
  receiver.answer = () => ({});
  expect((await user.run(['alert', 'test', 'nobody'])).stderr).toContain('Alert "nobody" does not exist');
});

test('an alert switches to digests and back, and options that are not given stay unchanged', async () => {
  const args = ['alert', 'create', 'digests', '--publisher', 'Webhook', '--destination', receiver.url];
  const created = await user.runJson([...args, '--group', 'new-vulnerability', '--digest', 'upload']);
  expect(created.document).toMatchObject({
    digest: 'UPLOAD',
    notifyOn: ['NEW_VULNERABILITY'],
    enabled: true,
  });
  const shown = await user.run(['alert', 'show', 'digests']);
  expect(shown.stdout).toMatch(/Digest +one message per project and upload/);
  const renamed = await user.runJson(['alert', 'change', 'digests', '--name', 'single']);
  expect(renamed.document).toMatchObject({ name: 'single', digest: 'UPLOAD' });
  const changed = await user.runJson(['alert', 'change', 'single', '--digest', 'none']);
  expect(changed.document).toMatchObject({ digest: 'NONE', notifyOn: ['NEW_VULNERABILITY'] });
});

test('a mistyped value creates no alert', async () => {
  const args = ['alert', 'create', 'mistyped', '--publisher', 'Webhook', '--destination', receiver.url];
  for (const [option, value, advice] of [
    ['--digest', 'daily', '"daily" is not a digest. Use one of none, upload.'],
    ['--group', 'new-vulns', '"new-vulns" is not a group.'],
    ['--level', 'loud', '"loud" is not a level.'],
  ] as const) {
    const refused = await user.run([...args, option, value]);
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(advice);
  }
  expect((await user.run(['alert', 'list'])).stdout).not.toContain('mistyped');
});

test('notifications are followed as lines of JSON', async () => {
  await service.asAdmin('PUT', '/api/v1/project', { name: 'before' });
  const earlier = async () => (await user.run(['notification', 'tail', '--no-follow', '-n', '5'])).stdout;
  await expect.poll(earlier, { interval: 500 }).toContain('before');
  const tail = user.start(['notification', 'tail', '-n', '0', '--group', 'PROJECT_CREATED']);
  onTestFinished(() => void tail.kill());
  const lines = createInterface({ input: tail.stdout });
  const first = new Promise<string>((resolve) => lines.once('line', resolve));
  // Until the command has found where to start, what happens counts as before.
  const creating = setInterval(
    () => void service.asAdmin('PUT', '/api/v1/project', { name: `p ${crypto.randomUUID()}` }),
    500,
  );
  onTestFinished(() => clearInterval(creating));
  const notification = JSON.parse(await first);
  expect(notification).toMatchObject({ group: 'GROUP_PROJECT_CREATED', subject: { isActive: true } });
});
