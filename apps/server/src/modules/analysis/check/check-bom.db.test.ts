import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type CheckedFinding, type CheckReport, checkOperations } from '@tallyman/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../../../../test/support/access-rules.ts';
import { bomOf, importBom, type Json, npm } from '../../../../test/support/bom-uploads.ts';
import {
  startTestService,
  type TestAnswer,
  type TestService,
} from '../../../../test/support/test-service.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { recordVulnerabilities } from '../../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';

const OSV = mirrorAsserter('osv', 'OSV', 'OSV');
const CVSS_HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H';
const CVSS_LOW = 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N';

const advisories: readonly VulnerabilityRecord[] = [
  {
    source: 'OSV',
    vulnId: 'TEST-2026-1',
    title: 'Flaw in rocket',
    cwes: [79],
    aliases: [{ source: 'NVD', vulnId: 'CVE-2026-1001' }],
    ratings: { cvssV3: { vector: CVSS_HIGH } },
    packages: [
      {
        purl: 'pkg:npm/rocket',
        versions: [{ versionStartIncluding: '1.0.0', versionEndExcluding: '1.4.2' }],
      },
    ],
  },
  {
    source: 'OSV',
    vulnId: 'TEST-2026-2',
    ratings: { cvssV3: { vector: CVSS_LOW } },
    packages: [
      { purl: 'pkg:npm/rocket', versions: [{ versionEndIncluding: '1.2.0' }] },
      { purl: 'pkg:deb/debian/engine?distro=debian-12', versions: [{ versionEndExcluding: '1:2.0-3' }] },
      { purl: 'pkg:rpm/redhat/engine', versions: [{ versionEndExcluding: '2.0-3.el9' }] },
    ],
  },
  {
    source: 'OSV',
    vulnId: 'TEST-2026-3',
    packages: [{ purl: 'pkg:pypi/odd', versions: [{ versionEndExcluding: 'not-a-version-2' }] }],
    cpes: [{ cpe: 'cpe:2.3:a:acme:rocket:*:*:*:*:*:*:*:*', versionEndExcluding: '3.0' }],
  },
  {
    source: 'OSV',
    vulnId: 'TEST-2026-4',
    rejected: new Date(0),
    packages: [{ purl: 'pkg:npm/rocket', versions: [{}] }],
  },
];

describe('POST /api/v1/check', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'svc.bom.max-bytes': '2000000' });
    await inTransaction(service.db, (tx) =>
      recordVulnerabilities(tx, { asserter: OSV, mirrored: new Set(['OSV']), now: new Date() }, advisories),
    );
    await sql`insert into epss_score (cve, score, percentile) values ('CVE-2026-1001', 0.5, 0.9)`.execute(
      service.db,
    );
  });
  afterAll(() => service.close());

  const post = async (
    body: string | Uint8Array<ArrayBuffer> | FormData,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
    query = '',
  ): Promise<TestAnswer> => {
    const response = await fetch(`${service.baseUrl}/api/v1/check${query}`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${service.adminToken}`, ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  const check = async (document: Json): Promise<CheckReport> => {
    const { status, text, body } = await post(JSON.stringify(document));
    expect(status, text).toBe(200);
    return body;
  };
  const named = ({ component, vulnerability }: CheckedFinding) =>
    `${component.purl ?? component.cpe} ${vulnerability.vulnId}`;
  const found = async (...components: readonly Json[]) =>
    (await check(bomOf(components))).results.map(named).sort();

  itKeepsAccessRules(Object.values(checkOperations), () => service);

  it('returns the findings of a document, most severe first, each with its match', async () => {
    const report = await check(bomOf([npm('rocket', '1.1.0', { scope: 'required' }), npm('quiet')]));
    expect(report).toMatchObject({
      format: 'JSON',
      specVersion: '1.6',
      components: {
        total: 2,
        matchable: 2,
        withoutIdentifier: 0,
        withUnusableIdentifier: 0,
        affected: 1,
      },
      findings: { total: 2, critical: 0, high: 1, medium: 0, low: 1, info: 0, unassigned: 0 },
    });
    const [worst, mild] = report.results;
    expect(worst).toMatchObject({
      component: { bomRef: 'pkg:npm/rocket@1.1.0', name: 'rocket', version: '1.1.0', scope: 'REQUIRED' },
      vulnerability: {
        vulnId: 'TEST-2026-1',
        severity: 'HIGH',
        severityRank: 1,
        cvssV3BaseScore: 8.8,
        epssScore: 0.5,
        isKev: false,
        cwes: [{ cweId: 79 }],
        aliases: [{ cveId: 'CVE-2026-1001' }],
      },
      match: {
        identifier: 'PURL',
        affected: 'pkg:npm/rocket',
        range: '>= 1.0.0, < 1.4.2',
        asserter: 'OSV',
      },
      fixedIn: '1.4.2',
    });
    expect(mild).toMatchObject({ vulnerability: { vulnId: 'TEST-2026-2' }, match: { range: '<= 1.2.0' } });
    expect(mild).not.toHaveProperty('fixedIn');
  });

  it('stores nothing', async () => {
    // The advisories above are marked for the metrics, which remove the marks in the background.
    const metricsFollowed = () =>
      expect
        .poll(async () => (await sql`select from vulnerability_fact_change`.execute(service.db)).rows)
        .toEqual([]);
    const rows = async () => {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'pgboss') order by 1`.execute(service.db);
      const counts = tables.map(({ name }) => sql`select ${name} as name, count(*) from ${sql.raw(name)}`);
      return (await sql`${sql.join(counts, sql` union all `)}`.execute(service.db)).rows;
    };
    await metricsFollowed();
    const before = await rows();
    expect((await check(bomOf([npm('rocket', '1.1.0')]))).results).toHaveLength(2);
    expect((await post('{"bomFormat":"CycloneDX","specVersion":"1.6","version":"x"}')).status).toBe(400);
    expect(await rows()).toEqual(before);
  });

  it('returns one row per vulnerability, represented by its most severe alias', async () => {
    const named = (vulnId: string, vector: string, aliases: readonly string[]): VulnerabilityRecord => ({
      source: 'OSV',
      vulnId,
      aliases: aliases.map((alias) => ({ source: 'OSV', vulnId: alias })),
      ratings: { cvssV3: { vector } },
      packages: [{ purl: 'pkg:npm/twins', versions: [{ versionEndExcluding: '2.0.0' }] }],
    });
    await inTransaction(service.db, (tx) =>
      recordVulnerabilities(tx, { asserter: OSV, mirrored: new Set(['OSV']), now: new Date() }, [
        named('TWIN-A', CVSS_LOW, ['TWIN-B']),
        named('TWIN-B', CVSS_HIGH, []),
        named('TWIN-C', CVSS_LOW, ['TWIN-B']),
        named('SINGLE', CVSS_LOW, []),
      ]),
    );
    const report = await check(bomOf([npm('twins', '1.0.0'), npm('twins', '1.1.0'), npm('twins', '2.0.0')]));
    expect(report.findings).toMatchObject({ total: 4, high: 2, low: 2 });
    expect(report.components.affected).toBe(2);
    const rows = report.results.map(({ component, vulnerability, alsoMatched }) => [
      component.version,
      vulnerability.vulnId,
      alsoMatched?.map(({ vulnId, severity }) => `${vulnId} ${severity}`),
    ]);
    expect(rows).toEqual([
      ['1.0.0', 'TWIN-B', ['TWIN-A LOW', 'TWIN-C LOW']],
      ['1.1.0', 'TWIN-B', ['TWIN-A LOW', 'TWIN-C LOW']],
      ['1.0.0', 'SINGLE', undefined],
      ['1.1.0', 'SINGLE', undefined],
    ]);
  });

  describe('with lenient=true', () => {
    const lenient = (document: Json, query = '?lenient=true') =>
      post(JSON.stringify(document), { 'Content-Type': 'application/json' }, query);
    const flawed = bomOf([npm('rocket', '1.1.0', { licenses: 'MIT' }), { name: 'without type' }], {
      serialNumber: 'urn:uuid:nope',
    });

    it('finds vulnerabilities in an invalid document, and lists the ignored violations', async () => {
      const { status, body, text } = await lenient(flawed);
      expect(status, text).toBe(200);
      expect(body.findings.total).toBe(2);
      expect(body.components.total).toBe(2);
      const pointers = body.ignoredViolations.map(({ pointer }: { pointer: string }) => pointer);
      expect([...new Set(pointers)].sort()).toEqual([
        '/components/0/licenses',
        '/components/1',
        '/serialNumber',
      ]);
      expect(body.ignoredViolations[0].message).toEqual(expect.any(String));
      expect(body).not.toHaveProperty('moreIgnoredViolations');
    });

    it('lists no violations for a valid document', async () => {
      const { body } = await lenient(bomOf([npm('rocket', '1.1.0')]));
      expect(body.findings.total).toBe(2);
      expect(body).not.toHaveProperty('ignoredViolations');
    });

    it('rejects violations that concern the identity of components', async () => {
      const { status, body } = await lenient(bomOf([npm('rocket', '1.1.0', { version: 1.1 })]));
      expect([status, body.title]).toEqual([400, 'The uploaded BOM is invalid']);
      expect(body.detail).toBe('Schema validation failed');
    });

    it.each(['', '?lenient=false', '?lenient='])(
      'is suggested by the refusal if it is off (%s)',
      async (query) => {
        const { status, body } = await lenient(flawed, query);
        expect(status).toBe(400);
        expect(body.detail).toMatch(/^Schema validation failed\. .*\?lenient=true/);
      },
    );
  });

  it('is independent of earlier checks', async () => {
    await Promise.all(Array.from({ length: 6 }, () => check(bomOf([npm('rocket', '1.1.0')]))));
    const reports = await Promise.all(Array.from({ length: 6 }, () => check(bomOf([npm('quiet')]))));
    expect(reports.map(({ components, results }) => [components.total, results.length])).toEqual(
      Array.from({ length: 6 }, () => [1, 0]),
    );
  });

  it('counts components that cannot be matched, and names missing data', async () => {
    const report = await check(
      bomOf([
        { type: 'library', name: 'nameless' },
        { type: 'library', name: 'unversioned', purl: 'pkg:npm/rocket' },
        { type: 'library', name: 'any', cpe: 'cpe:2.3:a:acme:*:1:*:*:*:*:*:*:*' },
        { type: 'library', name: 'versioned', version: '9.0.0', purl: 'pkg:npm/rocket' },
      ]),
    );
    expect(report.components).toEqual({
      total: 4,
      matchable: 1,
      withoutIdentifier: 1,
      withUnusableIdentifier: 2,
      affected: 0,
    });
    expect(report.results).toEqual([]);
    expect(report.dataSources.find(({ name }) => name === 'nvd')).toEqual({
      name: 'nvd',
      displayName: expect.any(String),
      enabled: true,
      state: 'NEVER_LOADED',
    });
  });

  it('supports releases of distributions, epochs, and the version order of each ecosystem', async () => {
    const os = (purl: string) => ({ type: 'library', name: 'engine', purl });
    expect(
      await found(
        os('pkg:deb/debian/engine@2.0-2?epoch=1&distro=debian-12'),
        os('pkg:deb/debian/engine@2.0-2?epoch=1&distro=debian-11'),
        os('pkg:deb/debian/engine@2.0-3?epoch=1&distro=bookworm'),
        os('pkg:rpm/redhat/engine@2.0-1.el9'),
        os('pkg:rpm/redhat/engine@2.0-3.el9'),
        os('pkg:pypi/odd@not-a-version-1'),
      ),
    ).toEqual([
      'pkg:deb/debian/engine@2.0-2?distro=debian-12&epoch=1 TEST-2026-2',
      'pkg:pypi/odd@not-a-version-1 TEST-2026-3',
      'pkg:rpm/redhat/engine@2.0-1.el9 TEST-2026-2',
    ]);
  });

  it('supports CPE names', async () => {
    const software = (version: string) => ({
      type: 'application',
      name: `rocket ${version}`,
      cpe: `cpe:2.3:a:acme:rocket:${version}:*:*:*:*:*:*:*`,
    });
    const report = await check(bomOf([software('2.9'), software('3.0')]));
    expect(report.results.map(named)).toEqual(['cpe:2.3:a:acme:rocket:2.9:*:*:*:*:*:*:* TEST-2026-3']);
    expect(report.results[0]?.match).toMatchObject({ identifier: 'CPE', range: '< 3.0' });
  });

  it('finds the same as an upload of the document', async () => {
    const component = fc
      .record({
        name: fc.constantFrom('rocket', 'engine', 'odd', 'quiet'),
        type: fc.constantFrom('npm', 'pypi', 'deb/debian', 'rpm/redhat', 'generic'),
        version: fc.constantFrom('1.0.0', '1.2.0', '1.4.2', '2.0-2', '1:2.0-3', 'not-a-version-1', ''),
        qualifiers: fc.constantFrom('', '?distro=debian-12', '?epoch=1&distro=debian-11', '?arch=amd64'),
        cpe: fc.option(fc.constantFrom('1.0', '2.9', '3.0', '*', '-'), { nil: undefined }),
        hasPurl: fc.boolean(),
      })
      .map(({ name, type, version, qualifiers, cpe, hasPurl }) => ({
        type: 'library',
        name,
        ...(version ? { version } : {}),
        ...(hasPurl
          ? {
              purl: `pkg:${type}/${name}${version ? `@${encodeURIComponent(version)}` : ''}${qualifiers}`,
            }
          : {}),
        ...(cpe ? { cpe: `cpe:2.3:a:acme:rocket:${cpe}:*:*:*:*:*:*:*` } : {}),
      }));
    const identify = (row: Partial<Record<'name' | 'version' | 'purl' | 'cpe', string | undefined>>) =>
      [row.name, row.version, row.purl, row.cpe].map((part) => part ?? '').join(' ');
    let [number, compared] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(component, { minLength: 20, maxLength: 60 }), async (components) => {
        const document = bomOf(components.map((one, n) => ({ ...one, 'bom-ref': `n${n}` })));
        const report = await check(document);
        const { projectUuid, components: stored } = await importBom(service, `law ${++number}`, document);
        const { body } = await service.asAdmin('GET', `/api/v1/finding/project/${projectUuid}`);
        const names = (findings: readonly CheckedFinding[]) =>
          findings
            .map(({ component: one, vulnerability, match }) =>
              [identify(one), vulnerability.vulnId, match?.identifier, match?.range].join(' | '),
            )
            .sort();
        expect(names(report.results)).toEqual(names(body));
        compared += body.length;
        expect(report.components.total).toBe(stored);
      }),
      { numRuns: 5, seed: 4 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  describe('accepts the document', () => {
    const document = JSON.stringify(bomOf([npm('rocket', '1.1.0')]));
    const xml = `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.5" version="1"><components>
      <component type="library"><name>rocket</name><version>1.1.0</version><purl>pkg:npm/rocket@1.1.0</purl>
      </component></components></bom>`;
    const bytes = (content: Buffer) => new Uint8Array(content);
    const type = (name: string, encoding?: string) => ({
      'Content-Type': name,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    });

    it.each([
      ['as JSON', document, type('application/json')],
      ['as CycloneDX JSON', document, type('application/vnd.cyclonedx+json; version=1.6')],
      ['as CycloneDX XML', xml, type('application/vnd.cyclonedx+xml')],
      ['as XML', xml, type('text/xml; charset=utf-8')],
      ['compressed with gzip', bytes(gzipSync(document)), type('application/json', 'gzip')],
      ['compressed with zstd', bytes(zstdCompressSync(document)), type('application/json', 'zstd')],
    ] as const)('%s', async (_how, body, headers) => {
      const answer = await post(body, headers);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.findings.total).toBe(2);
    });

    it('as a part of a form', async () => {
      const form = new FormData();
      form.set('bom', new Blob([bytes(gzipSync(document))]), 'bom.json.gz');
      const answer = await post(form, {});
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.findings.total).toBe(2);
    });
  });

  describe('rejects', () => {
    it('a document that violates the schema, with every violation', async () => {
      const { status, body } = await post(
        JSON.stringify(bomOf([{ name: 'a' }, { type: 'library' }, npm('rocket')])),
      );
      expect([status, body.title]).toEqual([400, 'The uploaded BOM is invalid']);
      expect(body.violations.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/components/0',
        '/components/1',
      ]);
    });

    it.each([
      ['nothing', ''],
      ['something else', '{"hello": 1}'],
      ['half a document', '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{'],
      ['what nests without end', '['.repeat(100_000)],
      ['bytes', '\0\u0001\ufffd'],
      [
        'an entity bomb',
        '<!DOCTYPE a [<!ENTITY b "bbbb">]><bom xmlns="http://cyclonedx.org/schema/bom/1.5"/>',
      ],
    ])('%s', async (_what, body) => {
      expect((await post(body)).status).toBe(400);
    });

    it('a document that is too large, compressed or decompressed', async () => {
      const large = JSON.stringify(bomOf([npm('a', '1', { description: 'x'.repeat(2_000_000) })]));
      expect((await post(large)).status).toBe(413);
      const packed = new Uint8Array(gzipSync(large));
      expect((await post(packed)).status).toBe(413);
    });

    it('a wrong content encoding, and a body that is neither CycloneDX nor a form', async () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      expect((await post('{}', headers)).status).toBe(400);
      expect((await post('{}', { ...headers, 'Content-Encoding': 'br' })).status).toBe(415);
      expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
      const form = new FormData();
      form.set('other', 'value');
      expect((await post(form, {})).body.errors).toEqual([{ path: 'body/bom', message: 'is required' }]);
    });
  });
});
