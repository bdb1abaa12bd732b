import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedFindings } from '../../server/test/support/finding-fixtures.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  env = { TALLYMAN_URL: service.baseUrl, TALLYMAN_TOKEN: service.adminToken };
  for (const name of ['shop', 'office']) {
    const { body } = await service.asAdmin('PUT', '/api/v1/project', { name, version: '1.0' });
    await seedFindings(service.db, body.uuid, [
      {
        component: { name: `lib-${name}`, group_name: 'acme', version: '1.2.3' },
        vulnerabilities: [
          { vuln_id: 'CVE-2024-2', severity: 'LOW' },
          { vuln_id: 'CVE-2024-1', severity: 'CRITICAL' },
        ],
      },
    ]);
  }
});
afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

const run = (...args: string[]) => user.run(args, { env });
const runJson = (...args: string[]) => user.runJson(args, { env });

test('findings list shows the findings of a project as a table, the worst first', async () => {
  const { exitCode, stdout, stderr } = await run('findings', 'list', '--project', 'shop:1.0');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['SEVERITY', 'VULNERABILITY', 'COMPONENT', 'VERSION', 'AFFECTED', 'EPSS', 'KEV', 'STATE'],
    ['CRITICAL', 'CVE-2024-1', 'acme/lib-shop', '1.2.3'],
    ['LOW', 'CVE-2024-2', 'acme/lib-shop', '1.2.3'],
    [''],
  ]);
});

test('findings list shows those of all projects, with their names, and says when there are more', async () => {
  const { stdout, stderr } = await run('findings', 'list', '--limit', '3');
  expect(stdout).toContain('office:1.0');
  expect(stderr).toBe('3 of 4 findings; --all lists the rest.\n');
  expect((await run('findings', 'list', '--all')).stdout.trim().split('\n')).toHaveLength(5);
});

test('findings list --json is one document; filters narrow it', async () => {
  const { document } = await runJson('findings', 'list', '--severity', 'critical', '--search', 'shop');
  expect(document.total).toBe(1);
  expect(document.findings[0]).toMatchObject({
    vulnerability: { vulnId: 'CVE-2024-1' },
    component: { projectName: 'shop' },
  });
  expect((await run('findings', 'list', '--kev')).stderr).toBe('No findings.\n');
  expect((await run('findings', 'list', '--min-epss', '0.5', '--state', 'not_set')).stdout).toBe('');
});

test('findings list says what is wrong with a filter', async () => {
  const { exitCode, stderr } = await run('findings', 'list', '--severity', 'huge');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('CRITICAL, HIGH, MEDIUM');
});

test('severities are coloured on a terminal only', async () => {
  const plain = await run('findings', 'list');
  const coloured = await user.run(['findings', 'list'], { env: { ...env, FORCE_COLOR: '1' } });
  expect(plain.stdout).not.toContain('\u001b[');
  expect(coloured.stdout).toContain('\u001b[31mCRITICAL');
});

test('findings export writes an FPF document to a file or to stdout', async () => {
  const toFile = await run('findings', 'export', '--project', 'shop', '-o', 'findings.fpf');
  expect(toFile.exitCode, toFile.stderr).toBe(0);
  expect(toFile.stderr).toMatch(/ in findings\.fpf\n$/);
  const document = JSON.parse(await readFile(join(user.home, 'findings.fpf'), 'utf8'));
  expect([document.version, document.project.name, document.findings.length]).toEqual(['1.3', 'shop', 2]);
  const printed = await run('findings', 'export', '--project', 'shop');
  expect(JSON.parse(printed.stdout).findings).toEqual(document.findings);
  expect((await run('findings', 'export')).exitCode).not.toBe(0);
});
