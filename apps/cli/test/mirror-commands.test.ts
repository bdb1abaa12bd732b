import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DataSourceServer,
  nvdDocument,
  nvdPage,
  osvDocument,
} from '../../server/test/support/data-source-server.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../server/test/support/test-template.ts';
import { zipOf } from '../../server/test/support/zip-of.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

const MODIFIED = '2024-01-01T00:00:00Z';
const KEV = { catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2024-1', dateAdded: '2024-01-01' }] };

let sources: DataSourceServer;
let service: TestService;
let user: CliUser;
let folder = '';

beforeAll(async () => {
  sources = await DataSourceServer.start();
  service = await startTestService({
    'svc.vuln-data-source.kev.url': `${sources.url}/kev.json`,
    'svc.vuln-data-source.epss.url': sources.url,
  });
  user = await createCliUser();
  folder = await mkdtemp(join(tmpdir(), 'tallyman-mirror-test-'));
  const args = ['login', '--url', service.baseUrl, '--username', 'admin', '--password-stdin'];
  await user.run(args, { stdin: ADMIN_PASSWORD });
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
  sources?.close();
  await rm(folder, { recursive: true, force: true });
});

test('mirror status shows sources that were never loaded', async () => {
  const shown = await user.run(['mirror', 'status']);
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout).toMatch(/^nvd +- +never loaded/m);
  expect(shown.stdout).toMatch(/^osv +no +never loaded/m);
});

test('mirror run waits until the source has been read; a failure is reported and sets the exit code', async () => {
  sources.put('/kev.json', JSON.stringify(KEV));
  const { exitCode, document } = await user.runJson(['mirror', 'run', 'kev']);
  expect({ exitCode, document }).toMatchObject({
    exitCode: 0,
    document: { source: 'kev', status: 'COMPLETED', records: { seen: 1 } },
  });
  const failed = await user.run(['mirror', 'run', 'epss']);
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain('answered with status 404');
  const unknown = await user.run(['mirror', 'run', 'nobody']);
  expect(unknown.exitCode).not.toBe(0);
});

test('mirror import accepts a folder with the layout of the OSV bucket, NVD feeds, EPSS scores and the KEV catalogues of CISA and EUVD', async () => {
  await mkdir(join(folder, 'npm'));
  const first = osvDocument('OSV-1', MODIFIED);
  await writeFile(join(folder, 'npm', 'all.zip'), zipOf({ 'OSV-1.json': JSON.stringify(first) }));
  await writeFile(join(folder, 'npm', 'OSV-1.json'), JSON.stringify(first));
  await writeFile(join(folder, 'npm', 'modified_id.csv'), `${MODIFIED},OSV-1\n`);
  await mkdir(join(folder, 'single'));
  for (const id of ['OSV-2', 'OSV-3']) {
    await writeFile(join(folder, 'single', `${id}.json`), JSON.stringify(osvDocument(id, MODIFIED)));
  }
  const page = JSON.stringify(nvdPage([nvdDocument('CVE-2024-1')]));
  await writeFile(join(folder, 'nvdcve-2.0-2024.json.gz'), gzipSync(page));
  await writeFile(join(folder, 'a-page.json'), JSON.stringify(nvdPage([nvdDocument('CVE-2024-2')])));
  await writeFile(join(folder, 'epss.csv.gz'), gzipSync('cve,epss,percentile\nCVE-2024-1,0.5,0.9\n'));
  await writeFile(join(folder, 'known.json'), JSON.stringify(KEV));
  const euvd = [
    { cveId: 'CVE-2024-1', euvdId: 'EUVD-2024-1', dateAdded: '2024-05-01', sources: ['eu_cert'] },
  ];
  await writeFile(join(folder, 'euvd.json'), JSON.stringify(euvd));
  await writeFile(join(folder, 'README.md'), 'No data.');

  const { exitCode, document, stderr } = await user.runJson(['mirror', 'import', folder]);
  expect(exitCode).toBe(0);
  expect(stderr).toBe(`warning: ${join(folder, 'README.md')} was not recognised and was skipped.\n`);
  expect(
    document.runs.map(({ source, file_name, status, records }: Record<string, { seen?: number }>) => [
      source,
      file_name,
      status,
      records?.seen,
    ]),
  ).toEqual([
    ['nvd', 'a-page.json', 'COMPLETED', 1],
    ['nvd', 'nvdcve-2.0-2024.json.gz', 'COMPLETED', 1],
    ['osv', 'npm/all.zip', 'COMPLETED', 1],
    ['osv', '2 records', 'COMPLETED', 2],
    ['epss', 'epss.csv.gz', 'COMPLETED', 1],
    ['kev', 'known.json', 'COMPLETED', 1],
    ['euvd', 'euvd.json', 'COMPLETED', 1],
  ]);
  const shown = await user.run(['mirror', 'status']);
  expect(shown.stdout).toMatch(/^osv +no +current/m);
});

test('an unreadable file fails the import; a file of unknown kind exits with 2', async () => {
  const broken = join(folder, 'broken.zip');
  await writeFile(broken, 'no archive');
  const failed = await user.run(['mirror', 'import', broken]);
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain('neither a ZIP archive nor a record');
  const nothing = await user.run(['mirror', 'import', join(folder, 'README.md')]);
  expect(nothing.exitCode).toBe(2);
  expect(nothing.stderr).toContain('contains nothing to import');
  expect(nothing.stderr).toContain(`not recognised: ${join(folder, 'README.md')}`);
});
