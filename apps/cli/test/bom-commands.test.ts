import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LENIENT_UPLOADS } from '@tallyman/contract';
import { parseBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerJson, startLoopbackServer } from '../../../packages/client/test/loopback-server.ts';
import { recordVulnerabilities } from '../../server/src/modules/vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../server/src/modules/vulnerabilities/vulnerability-asserters.ts';
import { inTransaction } from '../../server/src/platform/db/database.ts';
import { apiKeyWith } from '../../server/test/support/access-rules.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
  env = { TALLYMAN_URL: service.baseUrl, TALLYMAN_TOKEN: service.adminToken };
});
afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

const run = (...args: string[]) => user.run(args, { env });
const runJson = (...args: string[]) => user.runJson(args, { env });

function bom(components: Record<string, string>, described?: { name: string; version?: string }): string {
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    ...(described ? { metadata: { component: { type: 'application', ...described } } } : {}),
    components: Object.entries(components).map(([name, version]) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
    })),
  });
}

async function save(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(user.home, name), content);
  return name;
}

test('bom upload waits for the import and prints its outcome', async () => {
  const file = await save('shop.json', bom({ a: '1.0.0', b: '1.0.0' }));
  const args = ['bom', 'upload', file, '--name', 'shop', '--project-version', '1', '--auto-create'];
  const first = await runJson(...args, '--tag', 'red', '--tag', 'blue', '--latest');
  expect(first, first.stderr).toMatchObject({ exitCode: 0, stderr: '' });
  expect(first.document.uploads).toMatchObject([
    { file, state: 'PROCESSED', specVersion: '1.5', format: 'JSON', components: 2, componentsAdded: 2 },
  ]);
  const again = await run(...args);
  expect(again.exitCode).toBe(0);
  expect(again.stdout).toMatch(
    /^File +shop\.json\nState +unchanged: the project already has this document\n/,
  );
  expect(again.stdout).toMatch(/\nFindings +no\nProject +shop:1\nProject UUID +/);
  const project = await runJson('project', 'show', 'shop:1');
  expect(project.document).toMatchObject({
    uuid: first.document.uploads[0].projectUuid,
    isLatest: true,
    tags: [{ name: 'blue' }, { name: 'red' }],
  });
});

test('without a name the project is read from the document, for each of several documents', async () => {
  const files = [
    await save('one.json', bom({ a: '1' }, { name: 'described one', version: '7' })),
    await save('two.json.gz', gzipSync(bom({ a: '1', b: '1' }, { name: 'described two' }))),
  ];
  const { exitCode, document } = await runJson('bom', 'upload', ...files, '--auto-create');
  expect([exitCode, document.uploads.map((one: { state: string }) => one.state)]).toEqual([
    0,
    ['PROCESSED', 'PROCESSED'],
  ]);
  expect((await runJson('project', 'show', 'described one:7')).document.uuid).toBe(
    document.uploads[0].projectUuid,
  );
  expect((await runJson('project', 'show', 'described two')).document.uuid).toBe(
    document.uploads[1].projectUuid,
  );
});

test('a refused document is reported with the place of each error, and the next one is uploaded', async () => {
  const invalid = await save(
    'invalid.xml',
    '<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.5">\n  <components><nonsense/></components>\n</bom>\n',
  );
  const broken = await save(
    'broken.json',
    '{"bomFormat": "CycloneDX", "specVersion": "1.5", "components": [{"name": 1}]}',
  );
  const valid = await save('valid.json', bom({ a: '1' }, { name: 'valid' }));
  const named = ['--name', 'wrong', '--auto-create'];
  const xml = await run('bom', 'upload', invalid, ...named);
  expect(xml.exitCode).toBe(2);
  expect(xml.stderr).toMatch(/^error: invalid\.xml: .* line 3 [^\n]*\n$/);
  const json = await run('bom', 'upload', broken, ...named);
  expect(json.exitCode).toBe(2);
  expect(json.stderr).toContain(' /components/0');
  const both = await runJson('bom', 'upload', broken, valid, '--auto-create');
  expect(both.exitCode).toBe(2);
  expect(both.document.uploads).toMatchObject([
    { file: broken, error: { exitCode: 2 } },
    { file: valid, state: 'PROCESSED' },
  ]);
});

test('a missing file or project is reported', async () => {
  const missing = await run('bom', 'upload', 'missing.json', '--name', 'x');
  expect(missing).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('missing.json cannot be read'),
  });
  const file = await save('nowhere.json', bom({ a: '1' }));
  const unknown = await run('bom', 'upload', file, '--name', 'nobody knows');
  expect(unknown).toMatchObject({
    exitCode: 1,
    stderr: 'error: nowhere.json: The project could not be found.\n',
  });
  const nameless = await run('bom', 'upload', file);
  expect(nameless).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Use --name') });
});

test('BOM_UPLOAD is the only permission that an upload needs', async () => {
  const { body } = await service.asAdmin('PUT', '/api/v1/project', { name: 'by key', version: '1' });
  const key = { TALLYMAN_URL: service.baseUrl, TALLYMAN_API_KEY: await apiKeyWith(service, ['BOM_UPLOAD']) };
  const file = await save('key.json', bom({ a: '1' }));
  const uploaded = await user.runJson(['bom', 'upload', file, '--project', body.uuid], { env: key });
  expect(uploaded, uploaded.stderr).toMatchObject({
    exitCode: 0,
    document: { uploads: [{ state: 'PROCESSED' }] },
  });
  const denied = await user.run(['bom', 'upload', file, '--name', 'new', '--auto-create'], { env: key });
  expect(denied.exitCode).toBe(3);
});

test('--no-wait returns at once', async () => {
  const file = await save('later.json', bom({ a: '1' }, { name: 'later' }));
  const { exitCode, document } = await runJson('bom', 'upload', file, '--auto-create', '--no-wait');
  expect(exitCode).toBe(0);
  expect(document.uploads[0].token).toMatch(/^[0-9a-f-]{36}$/);
});

test('a document that cannot be processed exits with 1 and prints the reason', async () => {
  const token = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';
  let asked = 0;
  await using server = await startLoopbackServer(({ method, url }, response) => {
    if (method === 'POST') return answerJson(response, 200, { token, projectUuid: token });
    if (url.includes('/event/')) return answerJson(response, 200, { processing: ++asked < 3 });
    answerJson(response, 200, {
      token,
      projectUuid: token,
      state: 'FAILED',
      failure: 'out of paper',
      format: 'JSON',
      specVersion: '1.5',
    });
  });
  const file = await save('failing.json', bom({ a: '1' }));
  const failed = await user.run(['bom', 'upload', file, '--name', 'x'], {
    env: { TALLYMAN_URL: server.url, TALLYMAN_TOKEN: 't' },
  });
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toBe('error: failing.json: could not be processed: out of paper\n');
  expect(asked).toBe(3);
});

test('a bill of materials is exported to stdout or to a file, in any version and format', async () => {
  const file = await save('exported.json', bom({ a: '1', b: '2' }, { name: 'exported', version: '1' }));
  await run('bom', 'upload', file, '--auto-create');
  const plain = await run('bom', 'export', 'exported:1');
  expect(plain).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(plain.stdout)).toMatchObject({
    specVersion: '1.5',
    components: [{ name: 'a' }, { name: 'b' }],
  });
  const xml = await run('bom', 'export', 'exported', '--version', '1.1', '--format', 'XML');
  expect((await parseBom(Buffer.from(xml.stdout))).bom.components).toHaveLength(2);
  const toFile = await run('bom', 'export', 'exported', '--version', '1.6', '-o', 'out.xml');
  expect(toFile).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringMatching(/^[\d.]+ (kB|bytes) in out\.xml\n$/),
  });
  expect(await readFile(join(user.home, 'out.xml'), 'utf8')).toContain('http://cyclonedx.org/schema/bom/1.6');
});

test('an export that is refused leaves no file', async () => {
  const refused = await run('bom', 'export', 'exported', '--version', '9', '-o', 'refused.json');
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('must be one of 1.0') });
  const unwritable = await run('bom', 'export', 'exported', '-o', 'no/such/place.json');
  expect(unwritable).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be written') });
  expect((await readdir(user.home)).filter((name) => name.includes('refused'))).toEqual([]);
});

test('two versions are compared', async () => {
  for (const [version, components] of [
    ['1', { a: '1.0.0', b: '1.0.0', d: '1.0.0' }],
    ['2', { a: '1.1.0', c: '1.0.0', d: '1.0.0' }],
  ] as const) {
    const file = await save(`diff-${version}.json`, bom(components));
    await run('bom', 'upload', file, '--name', 'compared', '--project-version', version, '--auto-create');
  }
  const shown = await run('project', 'diff', 'compared:1', 'compared:2');
  expect(shown).toMatchObject({ exitCode: 0, stderr: '1 added, 1 removed, 1 changed, 1 unchanged\n' });
  expect(shown.stdout.replaceAll(/ +/g, ' ')).toBe(
    ' COMPONENT FROM TO\n~ a 1.0.0 1.1.0\n- b 1.0.0\n+ c 1.0.0\n',
  );
  const { document } = await runJson('project', 'diff', 'compared:1', 'compared:2');
  expect(document.changed).toMatchObject([{ direction: 'UPGRADE', from: { name: 'a' } }]);
});

test('a project is cloned completely or in part', async () => {
  const file = await save('clone.json', bom({ a: '1' }));
  await run(
    'bom',
    'upload',
    file,
    '--name',
    'cloned',
    '--project-version',
    '1',
    '--auto-create',
    '--tag',
    'red',
  );
  const whole = await runJson('project', 'clone', 'cloned:1', '2', '--latest');
  expect(whole.document).toMatchObject({
    name: 'cloned',
    version: '2',
    isLatest: true,
    tags: [{ name: 'red' }],
  });
  const { document: same } = await runJson('project', 'diff', 'cloned:1', 'cloned:2');
  expect(same).toMatchObject({ added: [], removed: [], changed: [], unchanged: 1 });
  const part = await run('project', 'clone', 'cloned:1', '3', '--include', 'tags');
  expect(part.stdout).toMatch(/^Name +cloned\nVersion +3\n/);
  expect((await runJson('project', 'diff', 'cloned:1', 'cloned:3')).document.removed).toHaveLength(1);
  const taken = await run('project', 'clone', 'cloned:1', '2');
  expect(taken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already exists') });
});

test('an upload counts the findings by severity; --fail-on exits with 5', async () => {
  const asserter = mirrorAsserter('osv', 'OSV', 'OSV');
  const advisory = {
    source: 'OSV',
    vulnId: 'TEST-1',
    ratings: { cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H' } },
    packages: [{ purl: 'pkg:npm/rocket', versions: [{ versionEndExcluding: '1.4.2' }] }],
  } as const;
  await inTransaction(service.db, (tx) =>
    recordVulnerabilities(tx, { asserter, mirrored: new Set(['OSV']), now: new Date() }, [advisory]),
  );
  const file = await save('rocket.json', bom({ rocket: '1.1.0' }, { name: 'launcher', version: '3' }));
  const found = await run('bom', 'upload', file, '--auto-create', '--fail-on', 'high');
  expect(found.exitCode, found.stderr).toBe(5);
  expect(found.stdout).toMatch(/\nFindings +1 \(1 high\)\nProject +launcher:3\n/);
  expect((await run('bom', 'upload', file, '--fail-on', 'critical')).exitCode).toBe(0);
  const unwaited = await run('bom', 'upload', file, '--no-wait', '--fail-on', 'low');
  expect([unwaited.exitCode, unwaited.stderr]).toEqual([2, expect.stringContaining('--fail-on needs')]);
});

test('an upload to a project that allows harmless violations prints the ignored ones', async () => {
  const { document: project } = await runJson('project', 'create', 'flawed');
  const flawed = { ...JSON.parse(bom({ x: '1' })), serialNumber: 'nonsense' };
  const file = await save('flawed.json', JSON.stringify(flawed));
  const refused = await run('bom', 'upload', file, '--project', project.uuid);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('artifact/bom.validation.lenient'),
  ]);
  await service.asAdmin('PUT', `/api/v1/project/${project.uuid}/property`, {
    ...LENIENT_UPLOADS,
    propertyValue: 'true',
    propertyType: 'BOOLEAN',
  });
  const taken = await run('bom', 'upload', file, '--project', project.uuid);
  expect([taken.exitCode, taken.stderr]).toEqual([
    0,
    expect.stringMatching(/^warning: 1 violation of the schema ignored, first \/serialNumber: /),
  ]);
});

test('a folder of documents is uploaded, each to the project that it describes', async () => {
  await mkdir(join(user.home, 'parts'));
  await save('parts/a.json', bom({ x: '1' }, { name: 'part a' }));
  await save('parts/b.json', bom({ x: '1' }, { name: 'part b' }));
  await save('parts/notes.json', '{}');
  const { exitCode, document, stderr } = await runJson('bom', 'upload', 'parts', '--auto-create');
  expect(exitCode).toBe(0);
  expect(document.uploads).toMatchObject([{ project: { name: 'part a' } }, { project: { name: 'part b' } }]);
  expect(stderr).toContain('warning: parts/notes.json is not a CycloneDX document and was skipped.');
  expect((await run('bom', 'upload', 'parts', '--name', 'x')).stderr).toContain('Several documents');
});
