import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fromBinary } from '@bufbuild/protobuf';
import { NotificationSchema } from '@tallyman/contract/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bomOf, importBom, npm, settled } from '../../../../test/support/bom-uploads.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import type { PropertyName } from '../../../platform/config/properties.ts';
import { analyzeProjects } from '../analyze-projects.ts';
import { createAnalyzerLoader } from '../load-analyzers.ts';

interface Asked {
  readonly coordinates: readonly string[];
  readonly authorization: string | undefined;
  readonly type: string | undefined;
}

const FLAW = {
  id: 'sonatype-2026-0001',
  title: '[sonatype-2026-0001] Flaw',
  description: 'It is broken.',
  cvssScore: 7.5,
  cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-22',
  reference: 'https://index.example/vulnerability/sonatype-2026-0001',
  externalReferences: ['https://advisories.example/1'],
};
const KNOWN = {
  id: 'CVE-2026-7777',
  cve: 'CVE-2026-7777',
  cvssVector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P',
  reference: 'https://index.example/vulnerability/CVE-2026-7777',
};

/** Answers like OSS Index. Packages named `bad…` are vulnerable. */
class Index {
  readonly asked: Asked[] = [];
  /** Statuses for the next responses. */
  refusals: number[] = [];
  flaws: readonly object[] = [FLAW, KNOWN];
  readonly #server: Server = createServer(async (request, response) => {
    const asked = await this.#read(request);
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return response.writeHead(refusal, { 'retry-after': '0' }).end();
    const report = asked.coordinates.map((coordinates) => ({
      coordinates,
      vulnerabilities: coordinates.includes('/bad') ? this.flaws : [],
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(report));
  });

  async #read(request: IncomingMessage): Promise<Asked> {
    const { coordinates } = JSON.parse(await text(request));
    const asked = {
      coordinates,
      authorization: request.headers.authorization,
      type: request.headers['content-type'],
    };
    this.asked.push(asked);
    return asked;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let number = 0;
const fresh = () => `asked ${++number}`;

describe('OSS Index', () => {
  const index = new Index();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      'svc.vuln-analyzer.oss-index.enabled': 'true',
      'svc.vuln-analyzer.oss-index.url': await index.listen(),
      'svc.vuln-analyzer.oss-index.username': 'me',
      'svc.vuln-analyzer.oss-index.token': 'secret',
    });
  });
  beforeEach(async () => {
    index.asked.length = 0;
    index.refusals = [];
    index.flaws = [FLAW, KNOWN];
    await service.db.deleteFrom('analyzer_answer').execute();
  });
  afterAll(async () => {
    await service.close();
    index.close();
  });

  const withProperty = (name: PropertyName, value: unknown) => {
    const { config } = service.context;
    const setProperties = new Set([...config.setProperties, name]);
    const changed = { ...service.context, config: { ...config, [name]: value, setProperties } };
    return { ...changed, loadAnalyzers: createAnalyzerLoader(changed) };
  };
  const attributions = (projectUuid: string) =>
    service.db
      .selectFrom('finding_attribution as t')
      .innerJoin('component as c', 'c.id', 't.component_id')
      .innerJoin('project as p', 'p.id', 'c.project_id')
      .innerJoin('vulnerability as v', 'v.id', 't.vulnerability_id')
      .select(['v.source', 'v.vuln_id', 't.analyzer', 't.alternate_identifier', 't.reference_url'])
      .select((eb) => eb('t.deleted_at', 'is', null).as('current'))
      .where('p.uuid', '=', projectUuid)
      .orderBy('v.vuln_id')
      .execute();
  const analyze = async (projectUuid: string) => {
    const { body } = await service.asAdmin('POST', `/api/v1/finding/project/${projectUuid}/analyze`);
    await settled(service, body.token);
  };
  const names = (projectUuid: string) =>
    attributions(projectUuid).then((rows) => rows.map((row) => [row.vuln_id, Boolean(row.current)]));

  it('reports CVE ids as NVD, others as OSSINDEX', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-one'), npm('good')]));
    expect(await attributions(projectUuid)).toMatchObject([
      {
        source: 'NVD',
        vuln_id: 'CVE-2026-7777',
        analyzer: 'oss-index',
        alternate_identifier: 'CVE-2026-7777',
      },
      { source: 'OSSINDEX', vuln_id: 'sonatype-2026-0001', reference_url: FLAW.reference },
    ]);
    const { body } = await service.asAdmin(
      'GET',
      '/api/v1/vulnerability/source/OSSINDEX/vuln/sonatype-2026-0001',
    );
    expect(body).toMatchObject({ severity: 'HIGH', cvssV3BaseScore: 7.5, cwes: [{ cweId: 22 }] });
  });

  it('is called with credentials, for 128 package URLs per request, never for internal components', async () => {
    const components = Array.from({ length: 130 }, (_, n) => npm(`many-${n}`));
    await service.asAdmin('POST', '/api/v1/configProperty', {
      groupName: 'internal-components',
      propertyName: 'names.regex',
      propertyValue: 'own-.*',
    });
    const odd = [
      npm('own-thing'),
      { type: 'library', name: 'unversioned', purl: 'pkg:npm/unversioned' },
      { type: 'library', name: 'a', purl: 'pkg:deb/debian/a@1' },
    ];
    await importBom(service, fresh(), bomOf([...components, ...odd]));
    expect(index.asked.map(({ coordinates }) => coordinates.length)).toEqual([128, 2]);
    const asked = index.asked.flatMap(({ coordinates }) => coordinates);
    expect(asked.filter((purl) => !purl.includes('/many-'))).toEqual([]);
    expect(index.asked[0]?.authorization).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
    expect(index.asked[0]?.type).toContain('ossindex');
  });

  it('reads its token from the configured secret', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-secret')]));
    const project = service.db.selectFrom('project').select('id').where('uuid', '=', projectUuid);
    const { id } = await project.executeTakeFirstOrThrow();
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'index', value: 'whispered' });
    const named = withProperty('svc.vuln-analyzer.oss-index.token-secret', 'index');
    await service.db.deleteFrom('analyzer_answer').execute();
    await analyzeProjects(named, [id], { trigger: 'MANUAL' });
    const basic = `Basic ${Buffer.from('me:whispered').toString('base64')}`;
    expect(index.asked.at(-1)?.authorization).toBe(basic);
  });

  it('is called once a day for the same package URL', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-cached')]));
    await analyze(projectUuid);
    expect(index.asked).toHaveLength(1);
    expect(await names(projectUuid)).toEqual([
      ['CVE-2026-7777', true],
      ['sonatype-2026-0001', true],
    ]);
  });

  it('is retried after a 429 or 503 response', async () => {
    index.refusals = [429, 503];
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-patient')]));
    expect(index.asked).toHaveLength(3);
    expect(await names(projectUuid)).toHaveLength(2);
  });

  it('keeps its attributions if it fails, and a notification is emitted', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-kept')]));
    await service.db.deleteFrom('analyzer_answer').execute();
    index.refusals = [401];
    await analyze(projectUuid);
    expect(await names(projectUuid)).toEqual([
      ['CVE-2026-7777', true],
      ['sonatype-2026-0001', true],
    ]);
    const rows = await service.db
      .selectFrom('notification_outbox')
      .select(['notification', 'level', 'scope'])
      .where('group_name', '=', 'ANALYZER')
      .execute();
    expect(rows).toMatchObject([{ level: 'ERROR', scope: 'SYSTEM' }]);
    const notification = rows[0] && fromBinary(NotificationSchema, rows[0].notification);
    expect(notification?.title).toBe('Analyzer Error');
    expect(notification?.content).toMatch(/oss-index.*asked \d+ : 1.*401/);
  });

  it('retracts what it no longer reports', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-mended')]));
    await service.db.deleteFrom('analyzer_answer').execute();
    index.flaws = [FLAW];
    await analyze(projectUuid);
    expect(await names(projectUuid)).toEqual([
      ['CVE-2026-7777', false],
      ['sonatype-2026-0001', true],
    ]);
  });

  it('retracts its reports once it is disabled', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('bad-off')]));
    const project = service.db.selectFrom('project').select('id').where('uuid', '=', projectUuid);
    const { id } = await project.executeTakeFirstOrThrow();
    const off = withProperty('svc.vuln-analyzer.oss-index.enabled', false);
    await analyzeProjects(off, [id], { trigger: 'MANUAL' });
    expect(await names(projectUuid)).toEqual([
      ['CVE-2026-7777', false],
      ['sonatype-2026-0001', false],
    ]);
  });
});
