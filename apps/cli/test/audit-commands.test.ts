import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '../../server/test/support/temporary-directory.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  await user.run(args, { stdin: ADMIN_PASSWORD });
  await service.asAdmin('PUT', '/api/v1/team', { name: 'Reviewers' });
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

test('audit list shows who did what, and from where', async () => {
  const { exitCode, stdout } = await user.run(['audit', 'list', '--subject', 'Reviewers']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/admin +127\.0\.0\.1 +team\.created +Reviewers +name: Reviewers/);
});

test('audit verify accepts the log of the server, and detects a removed line in an exported one', async () => {
  const { exitCode, stdout, stderr } = await user.run(['audit', 'verify']);
  expect({ exitCode, stdout }).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('none was changed'),
  });
  const known = /--known (\S+)/.exec(stderr)?.[1] ?? '';

  const file = join(temporaryDirectory(), 'audit-log.jsonl');
  await user.run(['audit', 'export', '-o', file]);
  expect((await user.run(['audit', 'verify', file, '--known', known])).exitCode).toBe(0);
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.toSpliced(1, 1).join('\n'));
  const broken = await user.run(['audit', 'verify', file]);
  expect(broken.exitCode).toBe(1);
  expect(broken.stderr).toContain('Entry 2 is missing.');
});

test('audit verify explains a file that is no audit log', async () => {
  const file = join(temporaryDirectory(), 'other.jsonl');
  await writeFile(file, '{"a":1}\n');
  const { exitCode, stderr } = await user.run(['audit', 'verify', file]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Line 1 is not an entry of an audit log.');
});
