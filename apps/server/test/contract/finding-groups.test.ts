import type { FindingGroup } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bomOf, importBom, npm } from '../support/bom-uploads.ts';
import { createProjectWithFindings, createVulnerability } from '../support/create-findings.ts';
import { importNvd, importOsv } from '../support/data-source-imports.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

const [CVE, GHSA] = ['CVE-2024-1', 'GHSA-aaaa-bbbb-cccc'];
const alpha = { name: 'alpha', version: '1.0', purl: 'pkg:maven/org.acme/alpha@1.0' };

/**
 * shop:   alpha CVE and its alias GHSA (CRITICAL); tool INT-3 (HIGH)
 * office: alpha CVE; tool INT-3
 * web:    lib 1.2.0 INT-1 fixed in 1.5.0, INT-2 fixed in 1.10.0 (both HIGH)
 */
let service: TestService;
let shop: string;
let web: string;
beforeAll(async () => {
  service = await startTestService();
  await importNvd(service, { [CVE]: {} });
  await importOsv(service, { [GHSA]: { aliases: [CVE], database_specific: { severity: 'CRITICAL' } } });
  const nvd = { source: 'NVD', vulnId: CVE };
  const tool = { component: { name: 'tool', version: '3' }, vulnerabilities: ['INT-3'] };
  const first = { component: alpha, vulnerabilities: [nvd, { source: 'GITHUB', vulnId: GHSA }] };
  shop = (await createProjectWithFindings(service, [first, tool], { name: 'shop' })).uuid;
  const second = { component: alpha, vulnerabilities: [nvd] };
  await createProjectWithFindings(service, [second, tool], { name: 'office' });
  const affected = (versionEndExcluding: string) => [{ identity: 'pkg:npm/lib', versionEndExcluding }];
  await createVulnerability(service, {
    vulnId: 'INT-1',
    severity: 'HIGH',
    cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
    affectedComponents: affected('1.5.0'),
  });
  await createVulnerability(service, {
    vulnId: 'INT-2',
    severity: 'HIGH',
    affectedComponents: affected('1.10.0'),
  });
  web = (await importBom(service, 'web', bomOf([npm('lib', '1.2.0')]))).projectUuid;
  await vi.waitUntil(async () => (await list('')).length === 7, {
    interval: 50,
    timeout: 90_000 * timeoutFactor,
  });
});
afterAll(() => service.close());

const list = async (query: string) => (await service.asAdmin('GET', `/api/v1/finding?${query}`)).body;
const groups = (query: string) => service.asAdmin('GET', `/api/v2/findings/groups?${query}`);
const totals = (query = '') => service.asAdmin('GET', `/api/v2/findings/totals?${query}`);

describe('GET /api/v2/findings/groups', () => {
  it('merges aliases when grouped by vulnerability, the most severe first', async () => {
    const { status, body } = await groups('by=vulnerability');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(4);
    expect(body.items[0]).toMatchObject({
      severity: 'CRITICAL',
      finding_count: 3,
      undecided_count: 3,
      project_count: 2,
      vulnerability: {
        vuln_id: CVE,
        names: [
          { source: 'NVD', vuln_id: CVE },
          { source: 'GITHUB', vuln_id: GHSA },
        ],
      },
    });
    expect(await list(`case=${body.items[0].key}`)).toHaveLength(3);
    const scores = body.items.map((group: FindingGroup) => [group.vulnerability?.vuln_id, group.cvss_score]);
    expect(scores).toContainEqual(['INT-1', 7.5]);
    expect(body.items[0]).not.toHaveProperty('cvss_score');
  });

  it('merges the same package and version of all projects when grouped by component, with and without a package URL', async () => {
    const { body } = await groups('by=component');
    expect(body.total).toEqual({ count: 3, type: 'EXACT' });
    expect(body.items).toMatchObject([
      { severity: 'CRITICAL', finding_count: 3, project_count: 2, component: alpha },
      { severity: 'HIGH', finding_count: 2, component: { name: 'tool', version: '3' } },
      { severity: 'HIGH', cvss_score: 7.5, finding_count: 2, component: { name: 'lib' } },
    ]);
    for (const { key, finding_count } of body.items) {
      expect(await list(`component=${key}`)).toHaveLength(finding_count);
    }
  });

  it('lists upgrades to the highest fixed version when grouped by fix; hasFix filters findings without a fix', async () => {
    const { body } = await groups('by=fix');
    expect(body.items).toMatchObject([
      { finding_count: 2, component: { name: 'lib', version: '1.2.0' }, fixed_in: '1.10.0' },
    ]);
    expect(await list(`component=${body.items[0].key}&hasFix=true`)).toHaveLength(2);
    expect(await list('hasFix=false')).toHaveLength(5);
    expect((await groups('by=fix&hasFix=false')).body.items).toEqual([]);
  });

  it('the facet fix counts findings with and without a fix, whatever hasFix filters', async () => {
    const facets = async (query: string) =>
      (await service.asAdmin('GET', `/api/v2/findings/facets?${query}`)).body;
    expect((await facets('facets=fix')).fix).toEqual({ available: 2, missing: 5 });
    expect(await facets('facets=fix&hasFix=true')).toMatchObject({
      total: 2,
      fix: { available: 2, missing: 5 },
    });
    expect((await facets(`facets=fix&project=${shop}`)).fix).toEqual({ available: 0, missing: 3 });
    expect(await facets('')).not.toHaveProperty('fix');
  });

  it.each(['vulnerability', 'component'])('has keyset pages by %s', async (by) => {
    const all = (await groups(`by=${by}`)).body.items;
    const first = (await groups(`by=${by}&limit=2`)).body;
    const token = encodeURIComponent(first.next_page_token);
    const second = (await groups(`by=${by}&limit=2&page_token=${token}`)).body;
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second).not.toHaveProperty('next_page_token');
    expect((await groups(`by=${by}&severity=HIGH&page_token=${token}`)).status).toBe(400);
  });

  it('has the filters of the list', async () => {
    const names = async (query: string) =>
      (await groups(`by=component&${query}`)).body.items.map(
        ({ component }: { component: { name: string } }) => component.name,
      );
    expect(await names(`project=${shop}`)).toEqual(['alpha', 'tool']);
    expect(await names('search=lib')).toEqual(['lib']);
    expect(await names('source=GITHUB')).toEqual(['alpha']);
    expect(await names('analysisStatus=RESOLVED')).toEqual([]);
    const nobody = '00000000-0000-0000-0000-000000000000';
    expect(await names(`component=${nobody}`)).toEqual([]);
    expect((await groups(`by=component&project=${nobody}`)).status).toBe(404);
    expect((await groups('by=size')).status).toBe(400);
    expect((await groups('')).status).toBe(400);
  });
});

describe('GET /api/v2/findings/totals', () => {
  it('counts what the groups count', async () => {
    expect((await totals()).body).toEqual({
      findings: 7,
      vulnerabilities: 4,
      components: 3,
      upgrades: 1,
      without_fix: 5,
      type: 'EXACT',
    });
    expect((await totals(`project=${web}`)).body).toMatchObject({ findings: 2, components: 1, upgrades: 1 });
    expect((await totals('search=nothing')).body).toMatchObject({ findings: 0, components: 0, upgrades: 0 });
  });
});

describe('PUT /api/v1/analysis/bulk with the filters of the list', () => {
  const bulk = (body: object) => service.asAdmin('PUT', '/api/v1/analysis/bulk', body);
  const decision = { analysisState: 'IN_TRIAGE', comment: 'All of them.' };

  it('previews the states that it would change', async () => {
    const { body } = await bulk({ matching: { search: 'alpha' }, ...decision, dryRun: true });
    expect(body).toMatchObject({ matched: 3, applied: 3, states: [{ state: 'NOT_SET', count: 3 }] });
    expect((await list('analysisStatus=IN_TRIAGE')).length).toBe(0);
  });

  it('decides in parts that are one batch, and undoes them together', async () => {
    const request = { matching: { analysisStatus: 'NOT_SET' }, ...decision, limit: 3 };
    const first = (await bulk(request)).body;
    expect(first).toMatchObject({ matched: 3, applied: 3 });
    expect((await bulk({ ...request, matching: {}, continue: first.next })).status).toBe(400);
    const second = (await bulk({ ...request, continue: first.next })).body;
    const third = (await bulk({ ...request, continue: second.next })).body;
    expect(third).toMatchObject({ matched: 1, applied: 1, batch: first.batch });
    expect(third).not.toHaveProperty('next');
    expect(await list('analysisStatus=IN_TRIAGE')).toHaveLength(7);
    const undone = await service.asAdmin('POST', `/api/v1/analysis/bulk/${first.batch}/undo`);
    expect(undone.body).toMatchObject({ undone: 7, changedSince: 0 });
    expect(await list('analysisStatus=NOT_SET')).toHaveLength(7);
    expect((await bulk({ ...request, continue: first.next })).status).toBe(409);
  });

  it('decides on a group, and on nothing outside of it', async () => {
    const [upgrade] = (await groups('by=fix')).body.items;
    const { body } = await bulk({ matching: { component: upgrade.key, hasFix: true }, ...decision });
    expect(body).toMatchObject({ matched: 2, applied: 2 });
    const [group] = (await groups('by=fix')).body.items;
    expect(group).toMatchObject({ finding_count: 2, undecided_count: 0 });
    await service.asAdmin('POST', `/api/v1/analysis/bulk/${body.batch}/undo`);
  });

  it('rejects unknown filters, a second selection, and parts of a list of ids', async () => {
    expect((await bulk({ matching: { colour: 'red' }, ...decision })).status).toBe(400);
    expect((await bulk({ matching: {}, filter: { everyProject: true }, ...decision })).status).toBe(400);
    expect((await bulk({ filter: { everyProject: true }, limit: 2, ...decision })).status).toBe(400);
    expect((await bulk({ matching: {}, continue: 'x', ...decision })).status).toBe(400);
  });
});

describe('Portfolio access control', () => {
  it('groups, totals and bulk decisions leave out projects that the caller may not access', async () => {
    const permissions = ['VIEW_VULNERABILITY', 'VULNERABILITY_ANALYSIS_UPDATE'] as const;
    const { apiKey, teamUuid } = await createTeamKey(service, ...permissions);
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: shop });
    await switchAccessControl(service, true);
    const get = async (path: string) => (await service.request('GET', path, { apiKey })).body;
    expect((await get('/api/v2/findings/groups?by=component')).items).toMatchObject([
      { finding_count: 2, project_count: 1, component: { name: 'alpha' } },
      { finding_count: 1, component: { name: 'tool' } },
    ]);
    expect((await get('/api/v2/findings/groups?by=vulnerability')).items).toHaveLength(2);
    expect((await get('/api/v2/findings/groups?by=fix')).items).toEqual([]);
    expect(await get('/api/v2/findings/totals')).toMatchObject({ findings: 3, components: 2, upgrades: 0 });
    const body = { matching: {}, analysisState: 'RESOLVED', dryRun: true };
    const answer = await service.request('PUT', '/api/v1/analysis/bulk', { apiKey, body });
    expect(answer.body).toMatchObject({ matched: 3, projects: 1 });
    await switchAccessControl(service, false);
  });
});
