import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProjectWithFindings } from '../../server/test/support/create-findings.ts';
import { FindingsReceiver } from '../../server/test/support/findings-receiver.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

const SECRET = 'key of the receiver';

let receiver: FindingsReceiver;
let service: TestService;
let user: CliUser;

beforeAll(async () => {
  receiver = await FindingsReceiver.start(SECRET);
  service = await startTestService({ 'svc.outgoing-http.allow': '127.0.0.1' });
  user = await createCliUser();
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  await user.run(args, { stdin: ADMIN_PASSWORD });
  await service.asAdmin('POST', '/api/v2/secrets', { name: 'dojo', value: SECRET });
  const settings = { enabled: 'true', url: receiver.url, apiKey: 'dojo' };
  for (const [name, propertyValue] of Object.entries(settings)) {
    const property = { groupName: 'integrations', propertyName: `defectdojo.${name}`, propertyValue };
    await service.asAdmin('POST', '/api/v1/configProperty', property);
  }
  for (const [name, propertyValue] of [
    ['good', '7'],
    ['bad', 'seven'],
  ] as const) {
    const { uuid } = await createProjectWithFindings(service, undefined, { name, version: '1' });
    const property = { groupName: 'integrations', propertyName: 'defectdojo.engagementId', propertyValue };
    await service.asAdmin('PUT', `/api/v1/project/${uuid}/property`, { ...property, propertyType: 'STRING' });
  }
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
  await receiver?.close();
});

test('integration push waits until the findings of a project were pushed', async () => {
  const { exitCode, document } = await user.runJson([
    'integration',
    'push',
    'defectdojo',
    '--project',
    'good:1',
  ]);
  expect({ exitCode, document }).toMatchObject({
    exitCode: 0,
    document: { pushes: [{ status: 'COMPLETED', project: { name: 'good' }, attempts: [{ findings: 1 }] }] },
  });
  expect(receiver.uploads).toHaveLength(1);
});

test('integration push of all projects reports failures and sets the exit code', async () => {
  const { exitCode, stdout, stderr } = await user.run(['integration', 'push', 'defectdojo']);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/good:1 +completed +1 +1 .* +201/);
  expect(stdout).toMatch(/bad:1 +failed +1 +1 .* +400/);
  expect(stderr).toContain(
    'error: bad:1: DefectDojo answered the upload to engagement seven with status 400.',
  );
});

test('integration log lists the pushes, integration list the systems', async () => {
  const all = await user.runJson(['integration', 'log', 'defectdojo']);
  expect((all.document as { pushes: unknown[] }).pushes).toHaveLength(3);
  const failed = await user.run([
    'integration',
    'log',
    'defectdojo',
    '--status',
    'failed',
    '--output',
    'csv',
  ]);
  expect(failed.stdout.trim().split('\n')).toHaveLength(2);
  const listed = await user.run(['integration', 'list']);
  expect(listed.stdout).toMatch(/^defectdojo +0 2 \* \* \* +2 +http/m);
  expect(listed.stdout).toMatch(/^kenna +no +0/m);
});
