import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyWith } from '../../server/test/support/access-rules.ts';
import { createFindings } from '../../server/test/support/create-findings.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { createProject, entryOf, vexOf } from '../../server/test/support/vex-imports.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;
let env: Record<string, string>;
let project = '';

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  env = { TALLYMAN_URL: service.baseUrl, TALLYMAN_TOKEN: service.adminToken };
  project = await createProject(service, 'shop');
  await createFindings(service, project, [
    { component: { name: 'lib', version: '1.2' }, vulnerabilities: ['CVE-2038-1', 'CVE-2038-2'] },
  ]);
});
afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

const run = (...args: string[]) => user.run(args, { env });
const runJson = (...args: string[]) => user.runJson(args, { env });

async function save(name: string, content: object | string): Promise<string> {
  await writeFile(join(user.home, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

const VEX = vexOf([
  entryOf('CVE-2038-1', { state: 'not_affected' }),
  entryOf('CVE-2038-99', { state: 'resolved' }),
]);

test('vex import --dry-run shows what would be applied, and applies nothing', async () => {
  const file = await save('vex.json', VEX);
  const { exitCode, stdout, stderr } = await run('vex', 'import', file, '--project', 'shop:1', '--dry-run');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/State +dry run: nothing was applied/);
  expect(stdout).toMatch(/Entries +2 \(1 applied, 0 unchanged, 1 skipped\)/);
  expect(stdout).toMatch(/Findings +1 would change/);
  expect(stdout).toMatch(/2 +CVE-2038-99 +skipped .*no vulnerability has the id CVE-2038-99/);
  expect(stdout).toMatch(
    /1 +CVE-2038-1 \(INTERNAL\) +applied +project +lib 1\.2 +NOT_SET → NOT_AFFECTED, suppressed/,
  );
  const again = await runJson('vex', 'import', file, '--project', project, '--dry-run');
  expect(again.document).toMatchObject({ file, dryRun: true, totals: { applied: 1 } });
});

test('vex import applies the decisions and prints the receipt; again it changes nothing', async () => {
  const file = await save('vex.json', VEX);
  const first = await runJson('vex', 'import', file, '--name', 'shop', '--project-version', '1');
  expect(first, first.stderr).toMatchObject({
    exitCode: 0,
    document: { state: 'PROCESSED', totals: { applied: 1 } },
  });
  const again = await run('vex', 'import', file, '--project', project);
  expect(again.stdout).toMatch(/Findings +0 changed/);
  const strict = await run('vex', 'import', file, '--project', project, '--fail-on-skipped');
  expect(strict.exitCode).toBe(1);
});

test('vex import --no-wait prints the token', async () => {
  const file = await save('vex.json', VEX);
  const { exitCode, document } = await runJson('vex', 'import', file, '--project', project, '--no-wait');
  expect([exitCode, document.token]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

test('errors are reported with their exit codes', async () => {
  const invalid = await save('invalid.json', {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    vulnerabilities: [{ id: 1 }],
  });
  const refused = await run('vex', 'import', invalid, '--project', project);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('/vulnerabilities/0/id')]);
  expect((await run('vex', 'import', invalid)).exitCode).toBe(2);
  expect((await run('vex', 'import', 'missing.json', '--project', project)).exitCode).toBe(2);
  expect((await run('vex', 'import', invalid, '--name', 'nobody')).exitCode).toBe(1);
  const key = {
    TALLYMAN_URL: service.baseUrl,
    TALLYMAN_API_KEY: await apiKeyWith(service, ['VIEW_PORTFOLIO']),
  };
  expect((await user.run(['vex', 'import', invalid, '--project', project], { env: key })).exitCode).toBe(3);
});

test('vex export and vdr export write documents', async () => {
  const vex = await run('vex', 'export', 'shop:1', '--version', '1.6');
  expect(vex.exitCode, vex.stderr).toBe(0);
  expect(JSON.parse(vex.stdout)).toMatchObject({ specVersion: '1.6', components: [{ name: 'lib' }] });
  const vdr = await run('vdr', 'export', project, '-o', 'vdr.xml', '--uploaded-refs');
  expect(vdr.exitCode, vdr.stderr).toBe(0);
  const { format, bom } = await parseBom(await readFile(join(user.home, 'vdr.xml')));
  expect([format, bom.vulnerabilities?.length]).toEqual(['xml', 2]);
  expect((await run('vex', 'export', project, '--version', '1.3')).exitCode).toBe(2);
});
