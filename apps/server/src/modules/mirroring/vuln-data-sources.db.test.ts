import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bomOf, importBom, npm } from '../../../test/support/bom-uploads.ts';
import { sendDataFile, untilRunEnded } from '../../../test/support/data-source-imports.ts';
import {
  DataSourceServer,
  nvdDocument,
  nvdPage,
  osvDocument,
} from '../../../test/support/data-source-server.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { zipOf } from '../../../test/support/zip-of.ts';

let sources: DataSourceServer;
let service: TestService;

beforeAll(async () => {
  sources = await DataSourceServer.start();
  service = await startTestService({
    'svc.vuln-data-source.nvd.url': sources.url,
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': `${sources.url}/`,
    'svc.vuln-data-source.osv.ecosystems': 'npm, Rocky Linux',
    'svc.vuln-data-source.github.url': `${sources.url}/graphql`,
    'svc.vuln-data-source.github.token': 'very-secret-token',
    'svc.vuln-data-source.epss.url': sources.url.replace('http://', 'http://somebody:pass-word@'),
    'svc.vuln-data-source.kev.url': `${sources.url}/kev.json`,
    'svc.outgoing-http.allow': '127.0.0.1',
  });
});

afterAll(async () => {
  await service?.close();
  sources?.close();
});

const path = (source: string) => `/api/v2/vuln-data-sources/${source}`;

const ended = (location: string, at = service) => untilRunEnded(at, location);

async function mirror(source: string) {
  const started = await service.asAdmin('POST', `${path(source)}/mirror-runs`);
  expect(started.status).toBe(202);
  return ended(started.headers.get('location') ?? '');
}

const importFile = (source: string, content: Buffer | string, name?: string) =>
  sendDataFile(service, source, content, name);

/** Every row that mirroring writes, with the transaction that wrote it. */
async function rows(): Promise<string> {
  const tables = [
    'vulnerability',
    'vulnerability_report',
    'affected_package',
    'affected_cpe',
    'vulnerability_alias_assertion',
    'vulnerability_alias',
    'epss_score',
    'kev_assertion',
  ];
  const all = tables.map(
    (table) => sql`select ${table} as name, x.xmin::text, x::text as row from ${sql.table(table)} x`,
  );
  const { rows: found } = await sql`
    select md5(string_agg(concat_ws('|', name, xmin, row), ',' order by name, row)) as hash
    from (${sql.join(all, sql` union all `)}) as every_row`.execute(service.db);
  return (found[0] as { hash: string }).hash;
}

async function notifications() {
  const { rows } = await sql<{ level: string }>`
    select level from notification_outbox where group_name = 'DATASOURCE_MIRRORING' order by id`.execute(
    service.db,
  );
  return rows.map(({ level }) => level);
}

async function findVulnerability(source: string, id: string) {
  return (await service.asAdmin('GET', `/api/v1/vulnerability/source/${source}/vuln/${id}`)).body;
}

const DAY = (day: number) => `2024-01-${String(day).padStart(2, '0')}T00:00:00Z`;

describe('sources of vulnerability data', () => {
  test('a source that was never loaded is NEVER_LOADED', async () => {
    const { status, body } = await service.asAdmin('GET', '/api/v2/vuln-data-sources');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(6);
    expect(body.items[0]).toMatchObject({
      name: 'nvd',
      enabled: true,
      state: 'NEVER_LOADED',
    });
    const health = (await (await fetch(`${service.managementUrl}/health`)).json()) as {
      status: string;
      checks: { name: string }[];
    };
    expect(health.status).toBe('UP');
    expect(health.checks.find(({ name }) => name === 'vulnDataSources')).toMatchObject({
      status: 'UP',
      data: { nvd: 'NEVER_LOADED', github: 'DISABLED' },
    });
    const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text();
    expect(metrics).toContain('vuln_data_source_state{source="nvd",state="NEVER_LOADED"} 1');
  });

  test('credentials of addresses and tokens are not shown', async () => {
    const { text, body } = await service.asAdmin('GET', '/api/v2/vuln-data-sources');
    expect(text).not.toContain('pass-word');
    expect(body.items.find(({ name }: { name: string }) => name === 'epss').url).toBe(sources.url);
    await mirror('epss');
    expect(service.log()).not.toMatch(/pass-word|very-secret-token/);
  });

  test('an unknown source is 404, a disabled one 400, one without runs 404', async () => {
    expect((await service.asAdmin('POST', `${path('nobody')}/mirror-runs`)).status).toBe(404);
    expect(await service.asAdmin('POST', `${path('github')}/mirror-runs`)).toMatchObject({
      status: 400,
      body: { type: '/problems/vuln-data-source-not-enabled' },
    });
    expect((await service.asAdmin('GET', `${path('github')}/mirror-runs/latest`)).status).toBe(404);
  });

  test('a second run is refused with 409 while one is waiting or running', async () => {
    let release = () => {};
    sources.handle('/kev.json', (_, response) => {
      release = () => response.writeHead(404).end();
    });
    const started = await service.asAdmin('POST', `${path('kev')}/mirror-runs`);
    expect(await service.asAdmin('POST', `${path('kev')}/mirror-runs`)).toMatchObject({
      status: 409,
      body: { type: '/problems/vuln-data-source-mirror-already-running' },
    });
    await expect.poll(() => sources.requests).toContain('GET /kev.json');
    release();
    await ended(started.headers.get('location') ?? '');
    sources.handle('/kev.json', undefined);
  });
});

describe('OSV', () => {
  const first = [
    osvDocument('OSV-1', DAY(1)),
    osvDocument('OSV-2', DAY(2), '2.0.0', { aliases: ['CVE-2020-1'] }),
    osvDocument('GHSA-aaaa-bbbb-cccc', DAY(3)),
  ];

  test('is read completely the first time, with every configured ecosystem', async () => {
    sources.putOsv('npm', first);
    sources.putOsv('Rocky Linux', [osvDocument('RLSA-1', DAY(1))]);
    expect(await mirror('osv')).toMatchObject({
      status: 'COMPLETED',
      kind: 'MANUAL',
      requested_by: 'admin',
      records: { seen: 4, new: 4, changed: 0, unchanged: 0 },
    });
    expect(await findVulnerability('GITHUB', 'GHSA-aaaa-bbbb-cccc')).toMatchObject({
      title: 'About GHSA-aaaa-bbbb-cccc',
    });
  });

  test('a second run changes nothing and fetches no unchanged records', async () => {
    const before = await rows();
    sources.requests.length = 0;
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { new: 0, changed: 0 } });
    expect(await rows()).toBe(before);
    expect(sources.requests).toEqual(['GET /npm/modified_id.csv', 'GET /Rocky Linux/modified_id.csv']);
  });

  test('few changes are fetched one by one from the list of modified records', async () => {
    const changed = osvDocument('OSV-2', DAY(9), '3.0.0');
    sources.putOsvList('npm', [
      ...first.slice(0, 1),
      changed,
      ...first.slice(2),
      osvDocument('OSV-3', DAY(10)),
    ]);
    sources.requests.length = 0;
    expect(await mirror('osv')).toMatchObject({ records: { new: 1, changed: 1 } });
    expect(sources.requests).toContain('GET /npm/OSV-2.json');
    expect(sources.requests).not.toContain('GET /npm/OSV-1.json');
    expect(sources.requests).not.toContain('GET /npm/all.zip');
  });

  test('many changes are read from the archive, and newer ones one by one', async () => {
    const many = Array.from({ length: 300 }, (_, n) => osvDocument(`OSV-M-${n}`, DAY(11)));
    sources.putOsv('npm', many);
    sources.putOsvList('npm', [...many, osvDocument('OSV-LATE', DAY(12))]);
    expect(await mirror('osv')).toMatchObject({ records: { new: 301, changed: 0 } });
    expect(await findVulnerability('OSV', 'OSV-LATE')).toMatchObject({ vulnId: 'OSV-LATE' });
    const before = await rows();
    expect(await mirror('osv')).toMatchObject({ records: { new: 0, changed: 0 } });
    expect(await rows()).toBe(before);
  });

  test('a damaged archive changes nothing and fails the run; failure and recovery are notified', async () => {
    const records = Array.from({ length: 600 }, (_, n) => osvDocument(`OSV-X-${n}`, DAY(13)));
    sources.putOsv('npm', records);
    const zip = zipOf(
      Object.fromEntries(records.map((record) => [`${record.id}.json`, JSON.stringify(record)])),
    );
    zip.fill(0xff, zip.length - 60_000, zip.length - 59_950);
    const at = Math.floor(zip.length / 2);
    zip.fill(0, at, at + 400);
    sources.put('/npm/all.zip', zip);
    const before = await rows();
    const failed = await mirror('osv');
    expect(failed).toMatchObject({ status: 'FAILED', records: { new: 0, changed: 0 } });
    expect(failed.failure_reason).toMatch(/^npm: The (archive|directory of the archive) is damaged/);
    expect(await rows()).toBe(before);
    expect((await notifications()).at(-1)).toBe('ERROR');
    sources.putOsv('npm', records);
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { new: 600 } });
    expect((await notifications()).at(-1)).toBe('INFORMATIONAL');
    const { body } = await service.asAdmin('GET', `${path('osv')}/mirror-runs?limit=2`);
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'FAILED']);
  });

  test('a download that is interrupted in the middle of the archive is resumed', async () => {
    const records = Array.from({ length: 300 }, (_, n) => osvDocument(`OSV-C-${n}`, DAY(14)));
    sources.putOsv('npm', records);
    const zip = zipOf(
      Object.fromEntries(records.map((record) => [`${record.id}.json`, JSON.stringify(record)])),
    );
    let cuts = 0;
    sources.handle('/npm/all.zip', (request, response) => {
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { etag: '"z"', 'content-length': zip.length - from });
      if (cuts++ > 0) response.end(zip.subarray(from));
      else response.write(zip.subarray(from, from + 1_000), () => response.destroy());
    });
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { new: 300 } });
    expect(cuts).toBe(2);
    sources.handle('/npm/all.zip', undefined);
  });

  test('withdrawn records stay and are marked as withdrawn', async () => {
    sources.putOsvList('npm', [osvDocument('OSV-1', DAY(20), '1.0.0', { withdrawn: DAY(20) })]);
    expect(await mirror('osv')).toMatchObject({ records: { changed: 1 } });
    expect(await findVulnerability('OSV', 'OSV-1')).toMatchObject({ rejected: '2024-01-20T00:00:00.000Z' });
  });

  test('records that the list no longer names are withdrawn, and come back when it names them again', async () => {
    const kept = osvDocument('OSV-KEPT', DAY(22));
    const deleted = osvDocument('OSV-DELETED', DAY(22), '1.0.0', { aliases: ['CVE-2024-77'] });
    sources.putOsvList('Rocky Linux', [kept, deleted]);
    await mirror('osv');
    const bom = bomOf([npm('package-osv-deleted', '0.5.0')]);
    const { projectUuid } = await importBom(service, 'affected by a deleted record', bom);
    const countFindings = async () =>
      (await service.asAdmin('GET', `/api/v1/finding/project/${projectUuid}`)).body.length;
    expect(await countFindings()).toBe(1);
    sources.putOsvList('Rocky Linux', [kept]);
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { retired: 1 } });
    expect((await findVulnerability('OSV', 'OSV-DELETED')).rejected).toBeDefined();
    await expect.poll(countFindings).toBe(0);
    expect((await findVulnerability('OSV', 'OSV-KEPT')).rejected).toBeUndefined();
    sources.putOsvList('Rocky Linux', [kept, osvDocument('OSV-DELETED', DAY(23))]);
    expect(await mirror('osv')).toMatchObject({ records: { changed: 1, retired: 0 } });
    expect((await findVulnerability('OSV', 'OSV-DELETED')).rejected).toBeUndefined();
    await expect.poll(countFindings).toBe(1);
  });

  test('a record that another ecosystem still lists is not withdrawn', async () => {
    const shared = osvDocument('OSV-SHARED', DAY(24));
    sources.putOsvList('npm', [osvDocument('OSV-KEPT', DAY(22)), shared]);
    sources.putOsvList('Rocky Linux', [osvDocument('RLSA-1', DAY(1)), shared]);
    await mirror('osv');
    sources.putOsvList('Rocky Linux', [osvDocument('RLSA-1', DAY(1))]);
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { retired: 0 } });
    expect((await findVulnerability('OSV', 'OSV-SHARED')).rejected).toBeUndefined();
  });

  test('a list that is cut off withdraws nothing', async () => {
    const all = Array.from({ length: 4 }, (_, n) => osvDocument(`OSV-CUT-${n}`, DAY(25)));
    sources.putOsvList('Rocky Linux', all);
    await mirror('osv');
    const text = all.map(({ id, modified }) => `${modified},${id}\n`).join('');
    sources.handle('/Rocky Linux/modified_id.csv', (_, response) => {
      response.writeHead(200, { etag: '"cut"', 'content-length': text.length });
      response.write(text.slice(0, 40), () => response.destroy());
    });
    expect(await mirror('osv')).toMatchObject({ status: 'FAILED', records: { retired: 0 } });
    sources.handle('/Rocky Linux/modified_id.csv', undefined);
    expect((await findVulnerability('OSV', 'OSV-CUT-3')).rejected).toBeUndefined();
  });

  test('a list that lacks most known records withdraws nothing', async () => {
    const many = Array.from({ length: 150 }, (_, n) => osvDocument(`OSV-MOST-${n}`, DAY(26)));
    sources.putOsvList('Rocky Linux', many);
    await mirror('osv');
    sources.putOsvList('Rocky Linux', many.slice(0, 5));
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { retired: 0 } });
    expect((await findVulnerability('OSV', 'OSV-MOST-149')).rejected).toBeUndefined();
    expect(service.log()).toContain('A listing lacks too many records');
  });

  test('what changes for matching asks for the portfolio to be matched', async () => {
    sources.putOsvList('npm', [osvDocument('OSV-4', DAY(21))]);
    await mirror('osv');
    const { rows: jobs } = await sql`
      select from pgboss.job where name = 'match-changed-vulnerabilities'`.execute(service.db);
    expect(jobs.length).toBeGreaterThan(0);
  });
});

describe('NVD', () => {
  test('feeds are read by year and by modification, with their check sums', async () => {
    sources.putFeed('2024', nvdPage([nvdDocument('CVE-2024-1'), nvdDocument('CVE-2024-2')]));
    sources.putFeed('2023', nvdPage([nvdDocument('CVE-2023-1', { vulnStatus: 'Rejected' })]));
    sources.putFeed('modified', nvdPage([nvdDocument('CVE-2024-2', { descriptions: [] })]));
    expect(await mirror('nvd')).toMatchObject({
      status: 'COMPLETED',
      records: { seen: 4, new: 3, changed: 1 },
    });
    expect(await findVulnerability('NVD', 'CVE-2024-1')).toMatchObject({
      description: 'Something is wrong.',
    });
    expect(await findVulnerability('NVD', 'CVE-2024-2')).not.toHaveProperty('description');
    expect(await findVulnerability('NVD', 'CVE-2023-1')).toHaveProperty('rejected');
  });

  test('a second run changes nothing and reads only the feed of modifications while that covers the time', async () => {
    const before = await rows();
    sources.putFeed('modified', nvdPage([nvdDocument('CVE-2024-2', { descriptions: [] })]));
    expect(await mirror('nvd')).toMatchObject({ status: 'COMPLETED', records: { new: 0, changed: 0 } });
    expect(await rows()).toBe(before);
    sources.requests.length = 0;
    sources.putFeed('modified', nvdPage([nvdDocument('CVE-2024-3')]));
    expect(await mirror('nvd')).toMatchObject({ records: { new: 1 } });
    expect(sources.requests.filter((request) => request.includes('2024'))).toEqual([]);
  });

  test('a feed with a wrong checksum, or truncated, changes nothing and fails the run', async () => {
    const before = await rows();
    sources.putFeed('modified', nvdPage([nvdDocument('CVE-2024-9')]), 'a'.repeat(64));
    expect(await mirror('nvd')).toMatchObject({
      status: 'FAILED',
      failure_reason: 'The feed modified cannot be read. The file does not match its checksum.',
    });
    sources.put(
      '/json/cve/2.0/nvdcve-2.0-modified.json.gz',
      gzipSync(JSON.stringify(nvdPage([nvdDocument('CVE-2024-9')]))).subarray(0, 150),
    );
    expect(await mirror('nvd')).toMatchObject({ status: 'FAILED' });
    expect(await rows()).toBe(before);
  });

  test('a feed, or a page of the API, can be imported from a file', async () => {
    const page = gzipSync(JSON.stringify(nvdPage([nvdDocument('CVE-2022-1')])));
    const accepted = await importFile('nvd', page, 'nvdcve-2.0-2022.json.gz');
    expect(accepted.status).toBe(202);
    expect(await ended(accepted.headers.get('location') ?? '')).toMatchObject({
      status: 'COMPLETED',
      kind: 'IMPORT',
      file_name: 'nvdcve-2.0-2022.json.gz',
      records: { new: 1 },
    });
  });
});

describe('an invalid record', () => {
  test('is skipped, counted and listed; the other records of the feed are imported', async () => {
    const [good, bad] = [
      JSON.stringify(nvdDocument('CVE-2021-1')),
      '{"cve": {"id": "CVE-2021-2", "x": nonsense}}',
    ];
    const page = `{"vulnerabilities": [${[good, bad, '{"cve": {}}'].join()}]}`;
    const accepted = await importFile('nvd', page, 'nvdcve-2.0-2021.json');
    expect(await ended(accepted.headers.get('location') ?? '')).toMatchObject({
      status: 'COMPLETED',
      records: { seen: 3, new: 1, unreadable: 2 },
      unreadable: [
        { record: 'CVE-2021-2', reason: 'It is not valid JSON.' },
        { record: 'number 3', reason: 'It has no id.' },
      ],
    });
  });

  test('in an archive is skipped as well', async () => {
    const archive = zipOf({
      'OSV-2021-1.json': JSON.stringify(osvDocument('OSV-2021-1', DAY(1))),
      'OSV-2021-2.json': '{"id": "OSV-2021-2", ',
      'OSV-2021-3.json': JSON.stringify({ id: 'two\nlines' }),
    });
    const accepted = await importFile('osv', archive, 'all.zip');
    expect(await ended(accepted.headers.get('location') ?? '')).toMatchObject({
      status: 'COMPLETED',
      records: { seen: 3, new: 1, unreadable: 2 },
      unreadable: [
        { record: 'OSV-2021-2', reason: 'It is not valid JSON.' },
        { record: 'OSV-2021-3', reason: 'Its id is too long or not one line.' },
      ],
    });
  });

  test('fails the run if there is no valid record', async () => {
    const accepted = await importFile('osv', zipOf({ 'a.json': '[]', 'b.json': 'x' }), 'all.zip');
    expect(await ended(accepted.headers.get('location') ?? '')).toMatchObject({
      status: 'FAILED',
      records: { seen: 2, unreadable: 2 },
    });
  });

  test('at most twenty are listed, all are counted', async () => {
    const page = {
      vulnerabilities: [nvdDocument('CVE-2021-3'), ...Array.from({ length: 300 }, () => ({ cve: {} }))],
    };
    const accepted = await importFile('nvd', JSON.stringify(page), 'page.json');
    const run = await ended(accepted.headers.get('location') ?? '');
    expect(run.records).toMatchObject({ seen: 301, unreadable: 300 });
    expect(run.unreadable).toHaveLength(20);
  });
});

describe('the API of NVD', () => {
  test('is read page by page, then only modified records; after a failure the run resumes at the next page', async () => {
    const api = await startTestService({
      'svc.vuln-data-source.nvd.url': `${sources.url}/rest/json/cves/2.0`,
    });
    onTestFinished(() => api.close());
    const records = Array.from({ length: 5 }, (_, n) => nvdDocument(`CVE-2030-${n}`));
    const asked: string[] = [];
    let isBroken = true;
    sources.handle('/rest/json/cves/2.0', (request, response) => {
      const query = new URL(request.url ?? '', sources.url).searchParams;
      const start = Number(query.get('startIndex'));
      asked.push(`${start}${query.has('lastModStartDate') ? ' modified' : ''}`);
      if (start === 4 && isBroken) response.writeHead(404).end();
      else if (query.has('lastModStartDate')) response.end(JSON.stringify(nvdPage([])));
      else response.end(JSON.stringify(nvdPage(records.slice(start, start + 2), start, records.length)));
    });
    const run = async () => {
      const started = await api.asAdmin('POST', `${path('nvd')}/mirror-runs`);
      return ended(started.headers.get('location') ?? '', api);
    };
    expect(await run()).toMatchObject({ status: 'FAILED', records: { new: 4 } });
    isBroken = false;
    expect(await run()).toMatchObject({ status: 'COMPLETED', records: { seen: 1, new: 1 } });
    expect(await run()).toMatchObject({ status: 'COMPLETED', records: { seen: 0 } });
    expect(asked).toEqual(['0', '2', '4', '4', '0 modified']);
  });
});

describe('advisories of GitHub', () => {
  const advisory = (n: number, updatedAt: string) => ({
    ghsaId: `GHSA-0000-0000-000${n}`,
    summary: 'A title',
    description: 'A text',
    severity: 'MODERATE',
    updatedAt,
    identifiers: [{ type: 'CVE', value: `CVE-2031-${n}` }],
    cwes: { nodes: [{ cweId: 'CWE-79' }] },
    vulnerabilities: {
      nodes: [
        {
          vulnerableVersionRange: '>= 1.0, < 2.0',
          firstPatchedVersion: { identifier: '2.0' },
          package: { ecosystem: 'MAVEN', name: 'org.acme:thing' },
        },
      ],
    },
  });

  test('are read page by page in the order of their updates, then only updated ones', async () => {
    const github = await startTestService({
      'svc.vuln-data-source.github.enabled': 'true',
      'svc.vuln-data-source.github.url': `${sources.url}/graphql`,
      'svc.vuln-data-source.github.token': 'very-secret-token',
    });
    onTestFinished(() => github.close());
    const asked: { since: string | null; after: string | null }[] = [];
    sources.handle('/graphql', (request, response, body) => {
      if (request.headers.authorization !== 'Bearer very-secret-token')
        return void response.writeHead(401).end();
      const { variables } = JSON.parse(body);
      asked.push(variables);
      const isLast = variables.after !== null || variables.since !== null;
      const nodes = [isLast ? advisory(2, DAY(2)) : advisory(1, DAY(1))];
      const pageInfo = { hasNextPage: !isLast, endCursor: 'next' };
      response.end(JSON.stringify({ data: { securityAdvisories: { totalCount: 2, pageInfo, nodes } } }));
    });
    const run = async () => {
      const started = await github.asAdmin('POST', `${path('github')}/mirror-runs`);
      return ended(started.headers.get('location') ?? '', github);
    };
    expect(await run()).toMatchObject({ status: 'COMPLETED', records: { new: 2 } });
    expect(await run()).toMatchObject({ status: 'COMPLETED', records: { seen: 1, unchanged: 1 } });
    expect(asked).toEqual([
      { since: null, after: null },
      { since: null, after: 'next' },
      { since: '2024-01-02T00:00:00.000Z', after: null },
    ]);
    sources.handle('/graphql', (_, response) => {
      const nodes = [{ summary: 'without an id' }, advisory(3, DAY(3))];
      response.end(JSON.stringify({ data: { securityAdvisories: { pageInfo: {}, nodes } } }));
    });
    expect(await run()).toMatchObject({
      status: 'COMPLETED',
      records: { seen: 2, new: 1, changed: 0, unchanged: 0, unreadable: 1 },
      unreadable: [{ record: 'number 1', reason: 'It has no id.' }],
    });
    const { body } = await github.asAdmin(
      'GET',
      '/api/v1/vulnerability/source/GITHUB/vuln/GHSA-0000-0000-0001',
    );
    expect(body).toMatchObject({ title: 'A title', severity: 'MEDIUM', patchedVersions: '2.0' });
    expect(github.log()).not.toContain('very-secret-token');
  });

  test('are read with the token of a GitHub App, which is renewed before it expires', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const github = await startTestService({
      'svc.vuln-data-source.github.enabled': 'true',
      'svc.vuln-data-source.github.url': `${sources.url}/graphql`,
      'svc.vuln-data-source.github.app-id': '12',
      'svc.vuln-data-source.github.app-installation-id': '34',
      'svc.vuln-data-source.github.app-private-key': privateKey,
    });
    onTestFinished(() => github.close());
    let tokens = 0;
    sources.handle('/app/installations/34/access_tokens', (request, response) => {
      expect(request.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
      tokens++;
      // The first one expires at once.
      const expires_at = new Date(Date.now() + (tokens === 1 ? 0 : 3_600_000)).toISOString();
      response.writeHead(201).end(JSON.stringify({ token: `installation-token-${tokens}`, expires_at }));
    });
    const used: unknown[] = [];
    sources.handle('/graphql', (request, response, body) => {
      used.push(request.headers.authorization);
      const isLast = JSON.parse(body).variables?.after !== null;
      const pageInfo = { hasNextPage: !isLast, endCursor: 'next' };
      const nodes = [advisory(isLast ? 8 : 7, DAY(4))];
      response.end(JSON.stringify({ data: { securityAdvisories: { totalCount: 2, pageInfo, nodes } } }));
    });
    const started = await github.asAdmin('POST', `${path('github')}/mirror-runs`);
    const run = await ended(started.headers.get('location') ?? '', github);
    expect(run).toMatchObject({ status: 'COMPLETED', records: { new: 2 } });
    expect(used).toEqual(['Bearer installation-token-1', 'Bearer installation-token-2']);
    const extension = '/api/v2/extension-points/vuln-data-source/extensions/github';
    const { body: tested } = await github.asAdmin('POST', `${extension}/test`, { config: {} });
    expect(tested.checks).toEqual([{ name: 'connection', status: 'PASSED' }]);
    const { body, text } = await github.asAdmin('GET', `${extension}/config`);
    expect(body.config).toMatchObject({ appId: '12', installationId: '34' });
    for (const shown of [text, github.log()]) {
      expect(shown).not.toMatch(/PRIVATE KEY|installation-token|eyJ/);
    }
  });
});

describe('EPSS and KEV', () => {
  const csv =
    '#model_version:v1,score_date:2024-01-01T00:00:00+0000\ncve,epss,percentile\nCVE-2024-1,0.5,0.9\n';
  const catalogue = (...ids: string[]) =>
    JSON.stringify({
      vulnerabilities: ids.map((cveID) => ({
        cveID,
        dateAdded: '2024-01-01',
        requiredAction: 'Update.',
        knownRansomwareCampaignUse: 'Known',
      })),
    });

  test('scores are read again only if they changed', async () => {
    sources.put('/epss_scores-current.csv.gz', gzipSync(csv));
    expect(await mirror('epss')).toMatchObject({ status: 'COMPLETED', records: { seen: 1 } });
    expect(await findVulnerability('NVD', 'CVE-2024-1')).toMatchObject({
      epssScore: 0.5,
      epssPercentile: 0.9,
    });
    const before = await rows();
    expect(await mirror('epss')).toMatchObject({ status: 'COMPLETED', records: { seen: 0 } });
    expect(await rows()).toBe(before);
  });

  test('invalid scores are skipped and counted', async () => {
    sources.put('/epss_scores-current.csv.gz', gzipSync(`${csv},0.1,0.1\nCVE-2024-7,much,0.1\n`));
    expect(await mirror('epss')).toMatchObject({
      status: 'COMPLETED',
      records: { seen: 3, changed: 0, unchanged: 1, unreadable: 2 },
      unreadable: [
        { record: 'number 2', reason: 'It has no id.' },
        { record: 'CVE-2024-7', reason: 'It is not a CVE with a score and a percentile from 0 to 1.' },
      ],
    });
    sources.put('/epss_scores-current.csv.gz', gzipSync('cve,epss,percentile\nCVE-2024-7,much,0.1\n'));
    expect((await mirror('epss')).failure_reason).toContain('has no scores');
  });

  test('a truncated file, or one with another header, changes nothing and fails the run', async () => {
    const before = await rows();
    sources.put('/epss_scores-current.csv.gz', gzipSync(csv.repeat(500)).subarray(0, 90));
    expect((await mirror('epss')).failure_reason).toContain('ends before it is complete');
    sources.put('/epss_scores-current.csv.gz', 'a,b,c\nCVE-2024-1,0.1,0.1\n');
    expect((await mirror('epss')).failure_reason).toContain('no columns cve, epss and percentile');
    expect(await rows()).toBe(before);
  });

  test('the catalogue replaces its earlier assertions; an empty one deletes nothing', async () => {
    sources.put('/kev.json', catalogue('CVE-2024-1', 'CVE-2024-2'));
    expect(await mirror('kev')).toMatchObject({ status: 'COMPLETED', records: { seen: 2, changed: 2 } });
    sources.put('/kev.json', catalogue('CVE-2024-1'));
    expect(await mirror('kev')).toMatchObject({ records: { seen: 1, unchanged: 1 } });
    const { body } = await service.asAdmin('GET', '/api/v2/vulns/NVD/CVE-2024-1/kev-assertions');
    expect(body.items).toMatchObject([
      { asserter: 'cisa', required_action: 'Update.', known_ransomware: true },
    ]);
    const { vulnerabilities } = JSON.parse(catalogue('CVE-2024-1'));
    sources.put(
      '/kev.json',
      JSON.stringify({ vulnerabilities: [{ requiredAction: 'x' }, ...vulnerabilities] }),
    );
    expect(await mirror('kev')).toMatchObject({
      records: { seen: 2, changed: 0, unchanged: 1, unreadable: 1 },
      unreadable: [{ record: 'number 1', reason: 'It has no id.' }],
    });
    sources.put('/kev.json', catalogue());
    const before = await rows();
    expect(await mirror('kev')).toMatchObject({ status: 'FAILED' });
    expect(await rows()).toBe(before);
  });
});

describe('the extension point vuln-data-source', () => {
  const point = '/api/v2/extension-points/vuln-data-source/extensions';

  test('lists the sources, which can be configured and tested', async () => {
    const { body } = await service.asAdmin('GET', point);
    const listed = body.items.map(({ name, configurable, testable }: Record<string, unknown>) => [
      name,
      configurable && testable,
    ]);
    expect(listed).toEqual(['nvd', 'osv', 'github', 'epss'].map((name) => [name, true]));
  });

  test('shows what properties set, without credentials', async () => {
    const { body, text } = await service.asAdmin('GET', `${point}/epss/config`);
    expect(body).toEqual({
      config: { enabled: true, feedsUrl: `${sources.url}/` },
      set_by_property: { feedsUrl: 'svc.vuln-data-source.epss.url' },
    });
    expect(text).not.toContain('pass-word');
    const { body: github, text: shown } = await service.asAdmin('GET', `${point}/github/config`);
    expect(github.set_by_property).toMatchObject({ apiToken: 'svc.vuln-data-source.github.token' });
    expect(shown).not.toContain('very-secret-token');
  });

  test('enables a source at run time, and disables it', async () => {
    const { body: before } = await service.asAdmin('GET', `${point}/github/config`);
    const config = { ...before.config, enabled: true };
    expect((await service.asAdmin('PUT', `${point}/github/config`, { config })).status).toBe(204);
    const isEnabled = async () => {
      const { body } = await service.asAdmin('GET', '/api/v2/vuln-data-sources');
      return body.items.find(({ name }: { name: string }) => name === 'github').enabled;
    };
    expect(await isEnabled()).toBe(true);
    await service.asAdmin('PUT', `${point}/github/config`, { config: { ...config, enabled: false } });
    expect(await isEnabled()).toBe(false);
  });

  test.each(['nvd', 'osv', 'epss'])('tests the address of %s', async (name) => {
    const { body } = await service.asAdmin('POST', `${point}/${name}/test`, { config: {} });
    expect(body.checks).toEqual([{ name: 'connection', status: 'PASSED' }]);
  });
});

describe('KEV data sources', () => {
  const kev = '/api/v2/kev-data-sources';

  test('are mirrored under the name of the asserter', async () => {
    sources.put('/kev.json', JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2024-1' }] }));
    const started = await service.asAdmin('POST', `${kev}/cisa/mirror-runs`);
    expect(started.status).toBe(202);
    await ended(started.headers.get('location') ?? '');
    expect(await service.asAdmin('GET', `${kev}/cisa/mirror-runs/latest`)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', source: 'kev' },
    });
  });

  test('include EUVD of ENISA, which asserts its own entries only', async () => {
    const config = { enabled: true, feedUrl: `${sources.url}/euvd.json` };
    const extension = '/api/v2/extension-points/kev-data-source/extensions/enisa';
    expect((await service.asAdmin('PUT', `${extension}/config`, { config })).status).toBe(204);
    const dump = [
      {
        cveId: 'CVE-2024-1',
        euvdId: 'EUVD-2024-1',
        dateAdded: '2025-07-14',
        sources: ['cisa_kev', 'eukev_kev'],
      },
      { cveId: 'CVE-2024-2', euvdId: 'EUVD-2024-2', dateAdded: '2025-07-14', sources: ['cisa_kev'] },
      { euvdId: 'EUVD-2024-3', dateAdded: '2025-07-14', sources: ['eukev_kev'] },
    ];
    sources.put('/euvd.json', JSON.stringify(dump));
    const started = await service.asAdmin('POST', `${kev}/enisa/mirror-runs`);
    expect(await ended(started.headers.get('location') ?? '')).toMatchObject({
      status: 'COMPLETED',
      source: 'euvd',
      records: { seen: 2, changed: 1, unreadable: 1 },
    });
    const { body } = await service.asAdmin('GET', '/api/v2/vulns/NVD/CVE-2024-1/kev-assertions');
    expect(body.items.map(({ asserter }: { asserter: string }) => asserter)).toContain('enisa');
    const { body: other } = await service.asAdmin('GET', '/api/v2/vulns/NVD/CVE-2024-2/kev-assertions');
    expect(other.items.map(({ asserter }: { asserter: string }) => asserter)).not.toContain('enisa');
    const checked = await service.asAdmin('POST', `${extension}/test`, { config });
    expect(checked.body.checks).toEqual([{ name: 'connection', status: 'PASSED' }]);
    sources.put('/euvd.json', '[]');
    const empty = await service.asAdmin('POST', `${kev}/enisa/mirror-runs`);
    expect(await ended(empty.headers.get('location') ?? '')).toMatchObject({ status: 'FAILED' });
  });

  test('are answered with 404 if they do not exist', async () => {
    expect((await service.asAdmin('POST', `${kev}/nvd/mirror-runs`)).status).toBe(404);
    expect((await service.asAdmin('GET', `${kev}/nobody/mirror-runs/latest`)).status).toBe(404);
  });
});

describe('imports from files', () => {
  test('an OSV archive can be imported; a second import changes nothing', async () => {
    const zip = zipOf({
      'npm/OSV-I-1.json': JSON.stringify(osvDocument('OSV-I-1', DAY(1))),
      'notes.txt': 'no record',
    });
    const run = await ended((await importFile('osv', zip)).headers.get('location') ?? '');
    expect(run).toMatchObject({ status: 'COMPLETED', records: { seen: 1, new: 1 } });
    const before = await rows();
    const again = await ended((await importFile('osv', zip)).headers.get('location') ?? '');
    expect(again).toMatchObject({ status: 'COMPLETED', records: { seen: 1, unchanged: 1 } });
    expect(await rows()).toBe(before);
    const { rows: kept } = await sql`select from stored_file where kind = 'vuln-data'`.execute(service.db);
    expect(kept).toEqual([]);
  });

  test('an unreadable file fails the run; a source without file imports is 400', async () => {
    const run = await ended((await importFile('osv', 'hello')).headers.get('location') ?? '');
    expect(run).toMatchObject({ status: 'FAILED' });
    expect(run.failure_reason).toContain('neither a ZIP archive nor a record');
    expect((await importFile('github', '{}')).status).toBe(400);
  });

  test('are refused with 400 for an empty file', async () => {
    const answer = await importFile('osv', '');
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toBe('The file is empty. Check that the download was complete.');
  });

  test('need the permission to change the configuration', async () => {
    const answer = await service.request('POST', `${path('osv')}/imports`);
    expect(answer.status).toBe(401);
  });
});
