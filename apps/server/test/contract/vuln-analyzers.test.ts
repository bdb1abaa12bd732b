import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bomOf, importBom, npm, settled } from '../support/bom-uploads.ts';
import { createTeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import {
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const ANALYZERS = '/api/v2/extension-points/vuln-analyzer/extensions';
const VALUE = 'value of the token';

let service: TestService;
let server: WebhookReceiver;
let number = 0;
const fresh = () => `analysed ${++number}`;

beforeAll(async () => {
  server = await startWebhookReceiver();
  service = await startTestService({
    'svc.outgoing-http.allow': '127.0.0.1',
    'svc.vuln-analyzer.trivy.ignore-unfixed': 'true',
  });
  await service.asAdmin('POST', '/api/v2/secrets', { name: 'analyzer-token', value: VALUE });
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const configure = (name: string, config: object) =>
  service.asAdmin('PUT', `${ANALYZERS}/${name}/config`, { config });
const analyze = async (projectUuid: string) => {
  const { body } = await service.asAdmin('POST', `/api/v1/finding/project/${projectUuid}/analyze`);
  await settled(service, body.token);
};
const listFindings = async (projectUuid: string) => {
  const { body } = await service.asAdmin('GET', `/api/v1/finding/project/${projectUuid}`);
  return body.map((finding: Record<string, Record<string, unknown>>) => [
    finding.component?.name,
    finding.vulnerability?.source,
    finding.vulnerability?.vulnId,
    finding.attribution?.analyzerIdentity,
  ]);
};
const bodyOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body.toString() ?? '');

describe('The extension point vuln-analyzer', () => {
  it('lists the analyzers', async () => {
    const { body: points } = await service.asAdmin('GET', '/api/v2/extension-points');
    expect(points.items).toContainEqual({ name: 'vuln-analyzer' });
    const { body } = await service.asAdmin('GET', ANALYZERS);
    expect(body.items).toContainEqual({
      name: 'trivy',
      display_name: 'Trivy',
      configurable: true,
      testable: true,
    });
  });

  it('has analyzers that are off by default', async () => {
    const { body } = await service.asAdmin('GET', ANALYZERS);
    for (const { name } of body.items) {
      const { body: read } = await service.asAdmin('GET', `${ANALYZERS}/${name}/config`);
      expect([name, read.config.enabled]).toEqual([name, name === 'internal']);
    }
  });

  it('says which members a property sets, and refuses to change those', async () => {
    const property = 'svc.vuln-analyzer.trivy.ignore-unfixed';
    const { body } = await service.asAdmin('GET', `${ANALYZERS}/trivy/config`);
    expect(body).toEqual({
      config: { enabled: false, ignoreUnfixed: true, scanLibrary: true, scanOs: false },
      set_by_property: { ignoreUnfixed: property },
    });
    const { body: schema } = await service.asAdmin('GET', `${ANALYZERS}/trivy/config-schema`);
    expect(schema.properties).toMatchObject({
      ignoreUnfixed: { readOnly: true, 'x-property': property },
      apiUrl: { 'x-property': 'svc.vuln-analyzer.trivy.url' },
      apiToken: { 'x-secret-ref': true },
    });
    expect(schema.properties.apiUrl.readOnly).toBeUndefined();
    const refused = await configure('trivy', { enabled: false, ignoreUnfixed: false });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ properties: { ignoreUnfixed: property } });
  });

  it('refuses an analyzer that is enabled without an address', async () => {
    const { status, body } = await configure('trivy', { enabled: true });
    expect([status, body.title]).toEqual([400, 'JSON Schema Validation Failed']);
  });

  it('refuses private addresses that the configuration of the server does not allow', async () => {
    const config = { enabled: true, apiUrl: 'http://10.0.0.1:4954' };
    const { body } = await service.asAdmin('POST', `${ANALYZERS}/trivy/test`, { config });
    expect(body.checks).toMatchObject([{ status: 'FAILED', message: expect.stringContaining('private') }]);
  });

  it('lets only callers who may use secrets name one', async () => {
    const { apiKey } = await createTeamKey(service, 'SYSTEM_CONFIGURATION');
    const config = { enabled: true, apiUrl: server.url, apiToken: 'analyzer-token' };
    const path = `${ANALYZERS}/trivy/config`;
    expect((await service.request('PUT', path, { apiKey, body: { config } })).status).toBe(403);
  });
});

const PURL = 'pkg:maven/org.example/broken@1.0.0';
const BROKEN = { type: 'library', group: 'org.example', name: 'broken', version: '1.0.0', purl: PURL };
const FLAW = {
  vulnerability_id: 'CVE-2026-4444',
  pkg_name: 'org.example:broken',
  installed_version: '1.0.0',
  fixed_version: '1.0.1',
  severity: 'HIGH',
  severity_source: 'ghsa',
  cvss: { ghsa: { v3_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', v3_score: 7.5 } },
  cwe_ids: ['CWE-22'],
  primary_url: 'https://advisories.example/CVE-2026-4444',
  status: 3,
};

/** Answers like a Trivy server. */
function answerAsTrivy(...vulnerabilities: readonly object[]): void {
  server.answer = ({ path, headers }) => {
    if (headers['trivy-token'] !== VALUE) return { status: 401 };
    const results = [{ target: 'x', class: 'lang-pkgs', type: 'jar', vulnerabilities }];
    return { body: JSON.stringify(path.endsWith('/Scan') ? { os: null, results } : {}) };
  };
}

describe('Trivy', () => {
  const config = () => ({ enabled: true, apiUrl: server.url, apiToken: 'analyzer-token' });
  afterAll(() => configure('trivy', { enabled: false }));

  it('can be tested before it is stored', async () => {
    answerAsTrivy();
    const { body } = await service.asAdmin('POST', `${ANALYZERS}/trivy/test`, { config: config() });
    expect(body.checks).toEqual([{ name: 'connection', status: 'PASSED' }]);
    server.answer = () => ({ status: 401 });
    const { body: refused } = await service.asAdmin('POST', `${ANALYZERS}/trivy/test`, { config: config() });
    expect(refused.checks).toMatchObject([{ status: 'FAILED', message: expect.stringContaining('401') }]);
  });

  it('reports findings after it was enabled, without a restart', async () => {
    answerAsTrivy(FLAW, { ...FLAW, vulnerability_id: 'GHSA-aaaa-bbbb-cccc', status: 2 });
    expect((await configure('trivy', config())).status).toBe(204);
    expect((await configure('trivy', config())).status).toBe(304);
    const { projectUuid } = await importBom(service, fresh(), bomOf([BROKEN, npm('sound')]));
    // The second has no fix: `ignoreUnfixed` is set.
    expect(await listFindings(projectUuid)).toEqual([['broken', 'NVD', 'CVE-2026-4444', 'trivy']]);
    const { body } = await service.asAdmin('GET', '/api/v1/vulnerability/source/NVD/vuln/CVE-2026-4444');
    expect(body).toMatchObject({ severity: 'HIGH', cvssV3BaseScore: 7.5, cwes: [{ cweId: 22 }] });
  });

  it('is sent a blob with all packages, which is scanned and deleted', async () => {
    answerAsTrivy(FLAW);
    await importBom(service, fresh(), bomOf([BROKEN, npm('sound'), { type: 'file', name: 'a' }]));
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/twirp/trivy.cache.v1.Cache/PutBlob',
      '/twirp/trivy.scanner.v1.Scanner/Scan',
      '/twirp/trivy.cache.v1.Cache/DeleteBlobs',
    ]);
    const [put, scan, remove] = server.requests.map(bodyOf);
    const applications = put.blob_info.applications.map(
      ({ type, packages }: { type: string; packages: { name: string }[] }) => [type, packages[0]?.name],
    );
    expect(applications.sort()).toEqual([
      ['jar', 'org.example:broken'],
      ['node-pkg', 'sound'],
    ]);
    expect(scan).toMatchObject({ blob_ids: [put.diff_id], options: { pkg_types: ['library'] } });
    expect(remove).toEqual({ blob_ids: [put.diff_id] });
  });

  it('keeps its findings if it fails, and ends them if it no longer reports them', async () => {
    answerAsTrivy(FLAW);
    const { projectUuid } = await importBom(service, fresh(), bomOf([BROKEN]));
    server.answer = () => ({ status: 401 });
    await analyze(projectUuid);
    expect(await listFindings(projectUuid)).toHaveLength(1);
    answerAsTrivy();
    await analyze(projectUuid);
    expect(await listFindings(projectUuid)).toEqual([]);
  });
});
