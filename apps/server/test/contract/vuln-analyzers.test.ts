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

/** An issue of Snyk that affects a package. */
function issueOf(purl: string): object {
  return {
    id: 'SNYK-JS-BROKEN-1',
    type: 'issue',
    attributes: {
      title: 'Path traversal',
      problems: [
        { id: 'CVE-2026-5555', source: 'CVE' },
        { id: 'CWE-22', source: 'CWE' },
      ],
      coordinates: [{ representations: [{ resource_path: '<2' }, { package: { url: purl } }] }],
      severities: [
        { source: 'Snyk', level: 'low', score: 3.7, vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N' },
        { source: 'NVD', level: 'high', score: 7.5, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' },
      ],
    },
  };
}

describe('Snyk', () => {
  const config = () => ({
    enabled: true,
    apiBaseUrl: server.url,
    orgId: 'our-org',
    apiToken: 'analyzer-token',
  });
  afterAll(() => configure('snyk', { enabled: false }));

  it('is asked once for a package URL, and reports its issues', async () => {
    server.answer = () => ({ body: JSON.stringify({ data: [issueOf('pkg:npm/holed@1.0.0')] }) });
    expect((await configure('snyk', config())).status).toBe(204);
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('holed'), npm('whole')]));
    await analyze(projectUuid);
    expect(await listFindings(projectUuid)).toEqual([['holed', 'SNYK', 'SNYK-JS-BROKEN-1', 'snyk']]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/rest/orgs/our-org/packages/issues?version=2025-11-05',
      headers: { authorization: `token ${VALUE}`, 'content-type': 'application/vnd.api+json' },
    });
    expect(bodyOf(server.requests[0]).data.attributes.purls).toEqual([
      'pkg:npm/holed@1.0.0',
      'pkg:npm/whole@1.0.0',
    ]);
    const { body } = await service.asAdmin('GET', '/api/v1/vulnerability/source/SNYK/vuln/SNYK-JS-BROKEN-1');
    // The rating of NVD comes first.
    expect(body).toMatchObject({ severity: 'HIGH', cvssV3BaseScore: 7.5, cwes: [{ cweId: 22 }] });
  });
});

describe('VulnDB', () => {
  const CPE = 'cpe:2.3:a:example:library:1.0:*:*:*:*:*:*:*';
  afterAll(() => configure('vuln-db', { enabled: false }));

  it('is asked for CPE names with an access token, page by page', async () => {
    server.answer = ({ path }) => {
      if (path === '/oauth/token') return { body: JSON.stringify({ access_token: 'granted' }) };
      const page = Number(new URL(path, server.url).searchParams.get('page'));
      const results = [
        { vulndb_id: 1000 + page, title: 'Flaw', nvd_additional_information: [{ cwe_id: 'CWE-120' }] },
      ];
      return { body: JSON.stringify({ current_page: page, total_entries: 101, results }) };
    };
    const config = {
      enabled: true,
      apiUrl: server.url,
      oauth2ClientId: 'us',
      oauth2ClientSecret: 'analyzer-token',
    };
    expect((await configure('vuln-db', config)).status).toBe(204);
    const component = { type: 'library', name: 'library', version: '1.0', cpe: CPE };
    const { projectUuid } = await importBom(service, fresh(), bomOf([component]));
    expect((await listFindings(projectUuid)).sort()).toEqual([
      ['library', 'VULNDB', '1001', 'vuln-db'],
      ['library', 'VULNDB', '1002', 'vuln-db'],
    ]);
    const [token, first] = server.requests;
    expect(Object.fromEntries(new URLSearchParams(token?.body.toString()))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'us',
      client_secret: VALUE,
    });
    expect(first?.headers.authorization).toBe('Bearer granted');
    expect(new URL(first?.path ?? '', server.url).searchParams.get('cpe')).toBe(CPE);
  });
});

describe('The internal analyzer', () => {
  it('ends its findings when it is disabled, and reports them again when it is enabled', async () => {
    await service.asAdmin('PUT', '/api/v1/vulnerability', {
      vulnId: 'INT-2026-1',
      affectedComponents: [
        {
          identityType: 'PURL',
          identity: 'pkg:npm/known-flaw@1.0.0',
          versionType: 'EXACT',
          version: '1.0.0',
        },
      ],
    });
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('known-flaw')]));
    const found = [['known-flaw', 'INTERNAL', 'INT-2026-1', 'internal']];
    expect(await listFindings(projectUuid)).toEqual(found);
    expect((await configure('internal', { enabled: false })).status).toBe(204);
    await analyze(projectUuid);
    expect(await listFindings(projectUuid)).toEqual([]);
    await configure('internal', { enabled: true });
    await analyze(projectUuid);
    expect(await listFindings(projectUuid)).toEqual(found);
  });
});
