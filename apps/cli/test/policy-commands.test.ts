import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedProjectWithFindings } from '../../server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;
let folder = '';

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  folder = await mkdtemp(join(tmpdir(), 'tallyman-policy-test-'));
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  await user.run(args, { stdin: ADMIN_PASSWORD });
  await seedProjectWithFindings(service, [
    { component: { name: 'acme', version: '1.0' }, vulnerabilities: ['CVE-2007-1'] },
  ]);
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const yaml = (name: string, condition: string) => `apiVersion: v1.0
type: Vulnerability Policy
name: ${name}
condition: ${condition}
analysis:
  state: NOT_AFFECTED
  vendorResponse: WILL_NOT_FIX
`;

const write = async (content: string) => {
  const path = join(folder, 'policy.yaml');
  await writeFile(path, content);
  return path;
};

test('policy test shows what the policies of a file would do, and applies nothing', async () => {
  const file = await write(yaml('no acme', 'component.name == "acme"'));
  const shown = await user.run(['policy', 'test', '-f', file]);
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout).toContain('no acme: matches 1 of 1 findings, in 1 projects');
  expect(shown.stdout).toMatch(/acme 1\.0 +CVE-2007-1 +APPLIED/);
  const { document } = await user.runJson(['policy', 'test', '-f', file, '--days', '30']);
  expect(document).toMatchObject({ policies: [{ name: 'no acme', matched: 1, applied: 1 }] });
  expect((await user.run(['policy', 'list'])).stdout).not.toContain('no acme');
});

test('policy apply creates new policies and updates existing ones by name', async () => {
  const file = await write(`${yaml('one', 'vuln.id == ""')}---\n${yaml('two', 'vuln.id == ""')}`);
  const { document } = await user.runJson(['policy', 'apply', '-f', file]);
  expect(document).toMatchObject({
    policies: [
      { name: 'one', action: 'created' },
      { name: 'two', action: 'created' },
    ],
  });
  const again = await user.run(['policy', 'apply', '-f', await write(yaml('two', 'vuln.id == "CVE-1"'))]);
  expect([again.exitCode, again.stdout.trim()]).toEqual([0, 'two: updated']);
  const listed = await user.run(['policy', 'list', '--name', 'o']);
  expect(listed.stdout).toMatch(/0 +one +APPLY +USER/);
  expect(listed.stdout).toMatch(/0 +two +APPLY +USER/);
});

test('an invalid condition is reported with line and column; an invalid file with the reason', async () => {
  const file = await write(yaml('wrong', 'vuln.nope == 1'));
  for (const command of ['apply', 'test']) {
    const refused = await user.run(['policy', command, '-f', file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('line 1, column 5');
  }
  const broken = await user.run([
    'policy',
    'apply',
    '-f',
    await write('type: Vulnerability Policy\nname: x\n'),
  ]);
  expect(broken.exitCode).toBe(2);
  expect(broken.stderr).toContain('apiVersion must be a version');
  expect((await user.run(['policy', 'apply', '-f', join(folder, 'nowhere.yaml')])).exitCode).toBe(2);
});

test('a file with an error in one policy applies none of them', async () => {
  const file = await write(`${yaml('fine', 'vuln.id == ""')}---\n${yaml('not fine', 'vuln.nope == 1')}`);
  const refused = await user.run(['policy', 'apply', '-f', file]);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('The condition of not fine is invalid');
  const twice = await user.run([
    'policy',
    'apply',
    '-f',
    await write(`${yaml('fine', 'true')}---\n${yaml('fine', 'true')}`),
  ]);
  expect(twice.exitCode).toBe(2);
  expect(twice.stderr).toContain('the name fine occurs twice');
  expect((await user.run(['policy', 'list'])).stdout).not.toContain('fine');
});

test('a missing file is reported', async () => {
  const missing = await user.run(['policy', 'test', '-f', join(folder, 'missing.yaml')]);
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain(
    'missing.yaml cannot be read. Check that it is a file and that you may read it.',
  );
});
