import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateBom } from '@tallyman/cyclonedx';
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
  const { exitCode, stdout } = await run('findings', 'list', '--project', 'shop:1.0');
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['SEVERITY', 'VULNERABILITY', 'COMPONENT', 'VERSION', 'AFFECTED', 'FIXED IN', 'EPSS', 'KEV', 'STATE'],
    ['CRITICAL', 'CVE-2024-1', 'acme/lib-shop', '1.2.3'],
    ['LOW', 'CVE-2024-2', 'acme/lib-shop', '1.2.3'],
    [''],
  ]);
});

test('findings list shows the findings of all projects with their names, and whether there are more', async () => {
  const { stdout, stderr } = await run('findings', 'list', '--limit', '3');
  expect(stdout).toContain('office:1.0');
  expect(stderr).toContain('3 of 4 findings; --all lists the rest.\n');
  expect((await run('findings', 'list', '--all')).stdout.trim().split('\n')).toHaveLength(5);
});

test('findings list --json is one document; filters narrow it', async () => {
  const { document } = await runJson('findings', 'list', '--severity', 'critical', '--search', 'shop');
  expect(document.total).toBe(1);
  expect(document.findings[0]).toMatchObject({
    vulnerability: { vulnId: 'CVE-2024-1' },
    component: { projectName: 'shop' },
  });
  expect((await run('findings', 'list', '--kev')).stderr).toContain('No findings.\n');
  expect((await run('findings', 'list', '--min-epss', '0.5', '--state', 'not_set')).stdout).toBe('');
});

test('findings list explains an invalid filter', async () => {
  const { exitCode, stderr } = await run('findings', 'list', '--severity', 'huge');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('CRITICAL, HIGH, MEDIUM');
});

test('findings list --as-of lists the findings of a day, and project changes what changed since', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const list = ['findings', 'list', '--project', 'office:1.0', '--json', '--as-of'];
  const { document } = await runJson(...list, today);
  expect(document.findings).toHaveLength(2);
  expect((await runJson(...list, '2026-11-01T00:00:00Z')).document.findings).toEqual([]);
  expect((await run(...list, 'yesterday')).stderr).toContain('asOf must be a day');

  const changes = ['project', 'changes', 'office:1.0', '--from', today];
  const { stdout, stderr } = await run(...changes, '--limit', '1');
  expect(stdout.split('\n')[0]?.split(/ {2,}/)).toEqual([
    'TIME',
    'CHANGE',
    'SEVERITY',
    'VULNERABILITY',
    'COMPONENT',
    'DECISION',
    'CAUSE',
    'BY',
  ]);
  expect(stdout).toMatch(/ appeared +\w+ +CVE-2024-\d +acme\/lib-office@1\.2\.3/);
  expect(stderr).toContain('The first 1 changes; --all lists the rest.');
  expect((await runJson(...changes, '--all', '--json')).document.changes).toHaveLength(2);
  expect((await run(...changes, '--kind', 'decided')).stderr).toContain(
    'No changes of the findings in office:1.0.',
  );
});

test('findings changes lists what changed in all projects, or in one', async () => {
  const { stdout } = await run('findings', 'changes');
  expect(stdout.split('\n')[0]?.split(/ {2,}/).slice(0, 3)).toEqual(['TIME', 'PROJECT', 'CHANGE']);
  const listed = async (...options: string[]) =>
    (await runJson('findings', 'changes', '--all', '--json', ...options)).document.changes.map(
      ({ project }: { project: { name: string } }) => project.name,
    );
  expect(new Set(await listed('--kind', 'appeared'))).toEqual(new Set(['shop', 'office']));
  expect(await listed('--project', 'office:1.0', '--kind', 'appeared')).toEqual(['office', 'office']);
  expect((await run('findings', 'changes', '--cause', 'vuln-policy')).exitCode).not.toBe(0);
  expect((await run('findings', 'changes', '--cause', 'clone')).stderr).toContain('No changes of findings.');
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

test('findings list names project and version, and warns while no vulnerability data was loaded', async () => {
  const { stderr } = await run('findings', 'list', '--project', 'shop:1.0');
  expect(stderr).toContain('2 findings in shop:1.0.');
  expect(stderr).toContain('warning: no vulnerability data has been loaded, so there can be no findings.');
});

test('findings list warns when the latest version is empty', async () => {
  await service.asAdmin('PUT', '/api/v1/project', { name: 'shop', version: '2.0', isLatest: true });
  const { stderr } = await run('findings', 'list', '--project', 'shop');
  expect(stderr).toContain('No findings in shop:2.0.');
  expect(stderr).toContain('warning: no bill of materials was uploaded to shop:2.0 yet.');
  expect(stderr).toContain('Other versions: shop:1.0.');
});

test('findings list --fail-on exits with 5 if there are findings of that severity or worse', async () => {
  const of = (...args: string[]) => run('findings', 'list', '--project', 'office:1.0', ...args);
  expect((await of('--fail-on', 'high')).exitCode).toBe(5);
  expect((await of('--fail-on', 'high', '--severity', 'low')).exitCode).toBe(0);
});

test('findings list prints CSV, SARIF and CycloneDX, or writes them to a file', async () => {
  const csv = await run('findings', 'list', '--project', 'office:1.0', '--output', 'csv');
  expect(csv.stdout.split('\r\n')[1]).toMatch(/^CRITICAL,CVE-2024-1,NVD,/);
  const sarif = await run('findings', 'list', '--output', 'sarif', '-o', 'findings.sarif');
  expect([sarif.exitCode, sarif.stdout]).toEqual([0, '']);
  const { runs } = JSON.parse(await readFile(join(user.home, 'findings.sarif'), 'utf8'));
  expect(runs[0].results[0]).toMatchObject({ ruleId: 'CVE-2024-1', level: 'error' });
  const { stdout } = await run('findings', 'list', '--project', 'office:1.0', '--output', 'cyclonedx');
  expect(await validateBom(Buffer.from(stdout))).toMatchObject({ valid: true });
  expect(JSON.parse(stdout).vulnerabilities).toHaveLength(2);
});

test('findings show prints the finding and its decision', async () => {
  const { exitCode, stdout } = await run('findings', 'show', 'cve-2024-1', '--project', 'office:1.0');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/Vulnerability +CVE-2024-1\n/);
  expect(stdout).toMatch(/State +not decided\n/);
  const { document } = await runJson('findings', 'show', 'CVE-2024-1', '--project', 'office:1.0');
  const { matrix } = document.findings[0].finding;
  expect((await run('findings', 'show', matrix)).stdout).toContain(matrix);
  const missing = await run('findings', 'show', 'CVE-1', '--project', 'office:1.0');
  expect([missing.exitCode, missing.stderr]).toEqual([
    1,
    expect.stringContaining('Finding "CVE-1" does not exist in the project.'),
  ]);
});

test('findings explain prints why a component matched', async () => {
  const { stdout, exitCode } = await run('findings', 'explain', 'CVE-2024-1', '--project', 'office:1.0');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/Why +\S/);
});

test('findings decide previews, decides and undoes', async () => {
  const args = [
    'findings',
    'decide',
    'CVE-2024-1',
    '--all-projects',
    '--state',
    'not-affected',
    '--suppress',
  ];
  const tried = await runJson(...args, '--dry-run');
  expect(tried.document).toMatchObject({ dryRun: true, matched: 2, applied: 2 });
  expect((await runJson('findings', 'list', '--severity', 'critical')).document.total).toBe(2);

  const decided = await run(...args, '--justification', 'code-not-present', '--expires', '30d');
  expect(decided.exitCode, decided.stderr).toBe(0);
  expect(decided.stdout).toContain('2 findings in 2 projects: 2 changed');
  expect((await runJson('findings', 'list', '--severity', 'critical')).document.total).toBe(0);
  const shown = await run('findings', 'show', 'CVE-2024-1', '--project', 'office:1.0');
  expect(shown.stdout).toMatch(/State +not affected, suppressed\nJustification +code not present\n/);

  const [, batch = ''] = /--undo (\S+)/.exec(decided.stderr) ?? [];
  const undone = await run('findings', 'decide', '--undo', batch);
  expect(undone.stdout).toContain('2 decisions undone, 0 not undone because of a newer decision.');
  expect((await runJson('findings', 'list', '--severity', 'critical')).document.total).toBe(2);
});

test.each([
  [['--state', 'resolved', '--project', 'office:1.0'], 2, 'No findings selected'],
  [['CVE-2024-1', '--state', 'resolved'], 2, 'No project selected. Use --project'],
  [['CVE-2024-1', '--all-projects'], 2, 'No decision given'],
  [['CVE-1', '--all-projects', '--state', 'resolved'], 1, 'No finding matches'],
  [['CVE-2024-1', '--all-projects', '--state', 'fine'], 2, 'Use one of exploitable, in-triage'],
])('findings decide %j exits with %i and an explanation', async (args, code, message) => {
  const { exitCode, stderr } = await run('findings', 'decide', ...args);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
});

test('findings decide finds a vulnerability by its alias', async () => {
  await service.db
    .insertInto('vulnerability_alias')
    .values([
      { group_id: 1, source: 'NVD', vuln_id: 'CVE-2024-2' },
      { group_id: 1, source: 'GITHUB', vuln_id: 'GHSA-xxxx-xxxx-xxxx' },
    ])
    .execute();
  const args = ['GHSA-xxxx-xxxx-xxxx', '--all-versions', 'office', '--state', 'in-triage'];
  expect((await runJson('findings', 'decide', ...args)).document).toMatchObject({ matched: 1, applied: 1 });
});
