import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordVulnerabilities } from '../../server/src/modules/vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../server/src/modules/vulnerabilities/vulnerability-asserters.ts';
import { inTransaction } from '../../server/src/platform/db/database.ts';
import { bomOf, npm } from '../../server/test/support/bom-uploads.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;
let env: Record<string, string>;

const document = JSON.stringify(bomOf([npm('rocket', '1.1.0'), npm('quiet'), { type: 'file', name: 'x' }]));

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  env = { TALLYMAN_URL: service.baseUrl, TALLYMAN_TOKEN: service.adminToken };
  await writeFile(join(user.home, 'bom.json'), document);
  await writeFile(join(user.home, 'quiet.json'), JSON.stringify(bomOf([npm('quiet')])));
  const asserter = mirrorAsserter('osv', 'OSV', 'OSV');
  const advisory = {
    source: 'OSV',
    vulnId: 'TEST-1',
    aliases: [{ source: 'NVD', vulnId: 'CVE-2026-1' }],
    ratings: { cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H' } },
    packages: [{ purl: 'pkg:npm/rocket', versions: [{ versionEndExcluding: '1.4.2' }] }],
  } as const;
  await inTransaction(service.db, (tx) =>
    recordVulnerabilities(tx, { asserter, mirrored: new Set(['OSV']), now: new Date() }, [advisory]),
  );
});
afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

const run = (args: readonly string[], more: Record<string, string> = {}, stdin = '') =>
  user.run(['check', ...args], { env: { ...env, ...more }, stdin });
const loadedNvd = () =>
  service.db
    .insertInto('mirror_run')
    .values({
      uuid: crypto.randomUUID(),
      source: 'nvd',
      kind: 'MANUAL',
      state: 'COMPLETED',
      created_at: new Date(),
      ended_at: new Date(),
    })
    .execute();

test('check warns that nothing is known while no vulnerability data was loaded', async () => {
  const { exitCode, stdout, stderr } = await run(['quiet.json']);
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toContain('No findings in 1 component.');
  expect(stderr).toContain('warning: no vulnerability data has been loaded, so this says nothing.');
});

test('check shows the findings of a document as a table, and what could not be checked', async () => {
  await loadedNvd();
  const { exitCode, stdout, stderr } = await run(['bom.json']);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['SEVERITY', 'VULNERABILITY', 'COMPONENT', 'VERSION', 'AFFECTED', 'FIXED IN', 'EPSS', 'KEV'],
    ['HIGH', 'TEST-1 (CVE-2026-1)', 'rocket', '1.1.0', '< 1.4.2', '1.4.2'],
    [''],
  ]);
  expect(stderr).toContain('1 finding (1 high) in 1 of 3 components.');
  expect(stderr).toContain('warning: 1 component could not be checked: 1 without package URL and CPE.');
  expect(stderr).toMatch(/warning: .*EPSS.* has never been loaded/);
});

test('check --fail-on exits with 5 when there are findings of that severity or worse', async () => {
  const codes = ['critical', 'high', 'LOW'].map((severity) => run(['bom.json', '--fail-on', severity]));
  expect((await Promise.all(codes)).map(({ exitCode }) => exitCode)).toEqual([0, 5, 5]);
  expect((await run(['quiet.json', '--fail-on', 'unassigned'])).exitCode).toBe(0);
  expect((await run(['bom.json', '--fail-on', 'huge'])).exitCode).toBe(2);
});

test('check --json is one document; - reads from stdin', async () => {
  const { exitCode, stdout, stderr } = await run(['-', '--json'], {}, document);
  expect([exitCode, stderr]).toEqual([0, '']);
  const report = JSON.parse(stdout);
  expect(report.components).toMatchObject({ total: 3, matchable: 2, affected: 1 });
  expect(report.results[0]).toMatchObject({ vulnerability: { vulnId: 'TEST-1' }, fixedIn: '1.4.2' });
});

test('check says what is wrong with a document', async () => {
  const { exitCode, stderr } = await run(
    ['-'],
    {},
    '{"bomFormat":"CycloneDX","specVersion":"1.6","version":"x"}',
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/version');
  expect((await run(['missing.json'])).exitCode).toBe(2);
});

test('severities are coloured on a terminal only', async () => {
  expect((await run(['bom.json'])).stdout).not.toContain('\u001b[');
  expect((await run(['bom.json'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[31mHIGH');
});
