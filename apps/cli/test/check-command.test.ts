import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateBom } from '@tallyman/cyclonedx';
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

test('check warns if no vulnerability data was loaded', async () => {
  const { exitCode, stdout, stderr } = await run(['quiet.json']);
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toContain('No findings in 1 component.');
  expect(stderr).toContain('warning: no vulnerability data has been loaded, so there can be no findings.');
});

test('check shows the findings of a document as a table, and the components that could not be checked', async () => {
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

test('check reports the errors of a document', async () => {
  const { exitCode, stderr } = await run(
    ['-'],
    {},
    '{"bomFormat":"CycloneDX","specVersion":"1.6","version":"x"}',
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/version');
  expect((await run(['missing.json'])).stderr).toContain('The file or folder does not exist.');
});

test('check reports that a document has another format', async () => {
  const spdx = await run(['-'], {}, '{"spdxVersion":"SPDX-2.3","packages":[]}');
  expect([spdx.exitCode, spdx.stderr]).toEqual([
    2,
    'error: -: This is SPDX, not CycloneDX. Only CycloneDX (JSON or XML) is taken: convert the document first.\n',
  ]);
});

test('check accepts several documents and folders, and names the file of each finding', async () => {
  await mkdir(join(user.home, 'build/app'), { recursive: true });
  await writeFile(join(user.home, 'build/app/bom.json'), document);
  await writeFile(join(user.home, 'build/package.json'), '{"name":"x"}');
  const { exitCode, stdout, stderr } = await run(['quiet.json', 'build']);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toMatch(/HIGH +TEST-1 \(CVE-2026-1\) +rocket +1\.1\.0 +build\/app\/bom\.json/);
  expect(stderr).toContain('build/app/bom.json: 1 finding (1 high) in 1 of 3 components.');
  expect(stderr).toContain('quiet.json: no findings in 1 component.');
  expect(stderr).toContain('warning: build/package.json is not a CycloneDX document and was skipped.');
});

test('check of a folder without documents is refused', async () => {
  await mkdir(join(user.home, 'empty'), { recursive: true });
  const { exitCode, stderr } = await run(['empty']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is a folder without CycloneDX documents')]);
});

test('check continues with the next document when one is refused, and exits with its code', async () => {
  await writeFile(
    join(user.home, 'broken.json'),
    '{"bomFormat":"CycloneDX","specVersion":"1.6","version":"x"}',
  );
  const { exitCode, stdout, stderr } = await run(['broken.json', 'bom.json', '--fail-on', 'low']);
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('TEST-1')]);
  expect(stderr).toContain('error: broken.json: ');
});

test('check leaves out findings of the ignore file until they expire', async () => {
  const entry = (expires: string) =>
    `ignore:\n  - id: CVE-2026-1\n    reason: not reachable\n    expires: ${expires}\n`;
  const file = join(user.home, '.tallyman-ignore.yaml');
  await writeFile(file, entry('2999-01-01'));
  const ignored = await run(['bom.json', '--fail-on', 'low']);
  expect([ignored.exitCode, ignored.stdout]).toEqual([0, '']);
  expect(ignored.stderr).toContain('1 finding not shown: 1 in the ignore file.');
  expect((await run(['bom.json', '--fail-on', 'low', '--no-ignore-file'])).exitCode).toBe(5);
  await writeFile(file, entry('2020-01-01'));
  const expired = await run(['bom.json', '--fail-on', 'low']);
  expect(expired.exitCode).toBe(5);
  expect(expired.stderr).toContain(
    'warning: ignoring CVE-2026-1 ended on 2020-01-01; it counts again (not reachable).',
  );
  await writeFile(file, 'ignore:\n  - id: CVE-2026-1\n');
  expect((await run(['bom.json'])).stderr).toContain('.tallyman-ignore.yaml: entry 1 has no reason.');
  await rm(file);
});

test('check --vex leaves out findings that the document settles', async () => {
  const vulnerabilities = [
    { id: 'CVE-2026-1', analysis: { state: 'not_affected' }, affects: [{ ref: 'pkg:npm/rocket@1.1.0' }] },
  ];
  const vex = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, vulnerabilities };
  await writeFile(join(user.home, 'vex.json'), JSON.stringify(vex));
  const settled = await run(['bom.json', '--vex', 'vex.json', '--fail-on', 'low']);
  expect([settled.exitCode, settled.stdout]).toEqual([0, '']);
  expect(settled.stderr).toContain('1 finding not shown: 1 resolved by VEX.');
  expect((await run(['bom.json', '--vex', 'absent.json'])).exitCode).toBe(2);
});

test('check shows and counts only the requested severities', async () => {
  const low = await run(['bom.json', '--severity', 'low,critical', '--fail-on', 'low']);
  expect([low.exitCode, low.stdout]).toEqual([0, '']);
  expect(low.stderr).toContain('1 finding not shown: 1 of other severities.');
  expect((await run(['bom.json', '--ignore-unfixed', '--fail-on', 'low'])).exitCode).toBe(5);
});

test('check prints SARIF, CycloneDX and CSV', async () => {
  const sarif = JSON.parse((await run(['bom.json', '--output', 'sarif'])).stdout);
  expect(sarif.runs[0].results).toMatchObject([
    {
      ruleId: 'TEST-1',
      level: 'error',
      message: { text: expect.stringContaining('Fixed in 1.4.2.') },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'bom.json' } } }],
    },
  ]);
  const cyclonedx = await run(['bom.json', '--output', 'cyclonedx']);
  expect(await validateBom(Buffer.from(cyclonedx.stdout))).toMatchObject({ valid: true });
  expect(JSON.parse(cyclonedx.stdout).vulnerabilities).toMatchObject([{ id: 'TEST-1' }]);
  const written = await run(['bom.json', '--output', 'csv', '-o', 'found.csv']);
  expect([written.exitCode, written.stdout]).toEqual([0, '']);
  const csv = await readFile(join(user.home, 'found.csv'), 'utf8');
  expect(csv.split('\r\n')[1]).toMatch(/^HIGH,TEST-1,OSV,CVE-2026-1,/);
});

test('severities are coloured on a terminal only', async () => {
  expect((await run(['bom.json'])).stdout).not.toContain('\u001b[');
  expect((await run(['bom.json'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[31mHIGH');
});

test('check --lenient accepts documents with harmless errors, and the refusal names the option', async () => {
  const flawed = JSON.stringify({ ...bomOf([npm('rocket', '1.1.0')]), version: 'x' });
  const refused = await run(['-'], {}, flawed);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('add --lenient:')]);
  const taken = await run(['-', '--lenient'], {}, flawed);
  expect([taken.exitCode, taken.stdout]).toEqual([0, expect.stringContaining('TEST-1')]);
  expect(taken.stderr).toContain('warning: 1 violation of the schema ignored, first /version');
});
