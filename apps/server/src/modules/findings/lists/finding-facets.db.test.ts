import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedProjectWithFindings } from '../../../../test/support/seed-project-with-findings.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * shop (tags web, pci): a CVE-1 CRITICAL in triage; a CVE-2 HIGH; b CVE-3 HIGH suppressed as a false positive
 * office (tag web):     c CVE-2 HIGH; c GHSA-1 LOW
 */
describe('GET /api/v2/findings/facets', () => {
  let service: TestService;
  let shop: string;
  let office: string;

  beforeAll(async () => {
    service = await startTestService();
    const high = (vuln_id: string) => ({ vuln_id, severity: 'HIGH' });
    const first = await seedProjectWithFindings(
      service,
      [
        {
          component: { name: 'a' },
          vulnerabilities: [{ vuln_id: 'CVE-2024-1', severity: 'CRITICAL' }, high('CVE-2024-2')],
        },
        { component: { name: 'b' }, vulnerabilities: [high('CVE-2024-3')] },
      ],
      { name: 'shop' },
    );
    const second = await seedProjectWithFindings(
      service,
      [
        {
          component: { name: 'c' },
          vulnerabilities: [high('CVE-2024-2'), { vuln_id: 'GHSA-1', source: 'GITHUB', severity: 'LOW' }],
        },
      ],
      { name: 'office' },
    );
    [shop, office] = [first.uuid, second.uuid];
    const decide = (index: number, decision: object) =>
      service.asAdmin('PUT', '/api/v1/analysis', {
        project: shop,
        component: first.findings[index]?.component.uuid,
        vulnerability: first.findings[index]?.vulnerability.uuid,
        ...decision,
      });
    await decide(0, { analysisState: 'IN_TRIAGE' });
    await decide(2, { analysisState: 'FALSE_POSITIVE', isSuppressed: true });
    const tag = (uuid: string, ...names: string[]) =>
      service.asAdmin('PATCH', `/api/v1/project/${uuid}`, { tags: names.map((name) => ({ name })) });
    await tag(shop, 'web', 'pci');
    await tag(office, 'web');
  });
  afterAll(() => service.close());

  const facets = (query = '') => service.asAdmin('GET', `/api/v2/findings/facets?${query}`);
  const counts = (list: { value: string; count: number }[]) =>
    Object.fromEntries(list.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]));

  it('counts the findings that the list shows by severity, state and source', async () => {
    const { status, body } = await facets();
    expect(status).toBe(200);
    expect(body.total).toBe(4);
    expect(counts(body.severity)).toEqual({ CRITICAL: 1, HIGH: 2, LOW: 1 });
    expect(counts(body.state)).toEqual({ IN_TRIAGE: 1, NOT_SET: 3 });
    expect(counts(body.source)).toEqual({ NVD: 3, GITHUB: 1 });
    expect(body).toMatchObject({ suppressed: 1, known_exploited: 0 });
    expect(body).not.toHaveProperty('project');
  });

  it('a facet ignores its own filter, and the others follow it', async () => {
    const { body } = await facets('severity=HIGH');
    expect(body.total).toBe(2);
    expect(counts(body.severity)).toEqual({ CRITICAL: 1, HIGH: 2, LOW: 1 });
    expect(counts(body.state)).toEqual({ NOT_SET: 2 });
    expect(body.suppressed).toBe(1);
    const both = (await facets('severity=HIGH&analysisStatus=IN_TRIAGE')).body;
    expect(both.total).toBe(0);
    expect(counts(both.severity)).toEqual({ CRITICAL: 1 });
    expect(counts(both.state)).toEqual({ NOT_SET: 2 });
  });

  it.each([
    'severity=HIGH',
    'analysisStatus=NOT_SET',
    'showSuppressed=true',
    'source=github',
    'tag=PCI',
    'search=cve-2024-2',
    'isKev=false',
    'epssFrom=0.5',
  ])('the total is that of the list: %s', async (query) => {
    const list = await service.asAdmin('GET', `/api/v1/finding?${query}`);
    expect((await facets(query)).body.total).toBe(Number(list.headers.get('x-total-count')));
  });

  it('counts by project and by tag on request, the most findings first', async () => {
    const { body } = await facets(`facets=project,tag&project=${shop}&tag=pci`);
    expect(body.project).toEqual([{ uuid: shop, name: 'shop', version: '1.0', count: 2 }]);
    expect(body.tag).toEqual([
      { name: 'pci', count: 2 },
      { name: 'web', count: 2 },
    ]);
    const all = (await facets('facets=TAG,project&showSuppressed=true')).body;
    expect(all.project.map((one: { name: string; count: number }) => [one.name, one.count])).toEqual([
      ['shop', 3],
      ['office', 2],
    ]);
    expect(all.tag).toEqual([
      { name: 'web', count: 5 },
      { name: 'pci', count: 3 },
    ]);
  });

  it('counts only findings of projects that the caller may access', async () => {
    const team = await createTeamKey(service, 'VIEW_VULNERABILITY');
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project: office });
    await switchAccessControl(service, true);
    const get = (query: string) =>
      service.request('GET', `/api/v2/findings/facets?${query}`, { apiKey: team.apiKey });
    const { body } = await get('facets=project,tag');
    expect(body.total).toBe(2);
    expect(counts(body.severity)).toEqual({ HIGH: 1, LOW: 1 });
    expect(body.suppressed).toBe(0);
    expect(body.project.map((one: { name: string }) => one.name)).toEqual(['office']);
    expect(body.tag).toEqual([{ name: 'web', count: 2 }]);
    expect((await get(`project=${shop}`)).status).toBe(await statusOfHiddenProject(team.apiKey));
    await switchAccessControl(service, false);
  });

  const statusOfHiddenProject = async (apiKey: string) =>
    (await service.request('GET', `/api/v1/finding?project=${shop}`, { apiKey })).status;

  it.each([
    ['facets=severity', 400],
    ['facets=project,%00', 400],
    ['severity=BAD', 400],
    ['source=nowhere', 400],
    ['publishDateFrom=2024-02-30', 400],
    ['project=no-uuid', 400],
    [`project=${NOBODY}`, 404],
    ["tag=' or true --", 200],
    ['tag=%00', 400],
    ['search=%25%00', 400],
    ['search=%25', 200],
  ])('answers %s with %i', async (query, status) => {
    const answer = await facets(query);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.total).toBe(0);
    else expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});
