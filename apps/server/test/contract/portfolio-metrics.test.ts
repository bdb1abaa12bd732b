import { metricsOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { createProjectWithFindings, importAffectedComponents } from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const get = (path: string) => service.asAdmin('GET', `/api/v1/${path}`);
const metricsOf = async (uuid: string) => (await get(`metrics/project/${uuid}/current`)).body;

/** Metrics follow changes within seconds. */
const expectMetrics = (uuid: string, expected: object) =>
  expect.poll(() => metricsOf(uuid)).toMatchObject(expected);

const HIGH = { high: 1, vulnerabilities: 1, findingsTotal: 1, inheritedRiskScore: 5 };
const FINDINGS = [
  {
    component: { name: 'acme', version: '1.0' },
    vulnerabilities: ['CVE-2031-1', { vulnId: 'CVE-2031-2', severity: 'CRITICAL' } as const],
  },
  { component: { name: 'beta' }, vulnerabilities: [] },
];

describe('Metrics require VIEW_PORTFOLIO, and a refresh PORTFOLIO_MANAGEMENT', () => {
  itKeepsAccessRules(Object.values(metricsOperations), () => service);
});

describe('GET /api/v1/metrics/project/{uuid}', () => {
  it('current follows an upload', async () => {
    const uuid = await importAffectedComponents(service, {
      vulnId: 'CVE-2030-1',
      project: 'uploaded',
      count: 3,
    });
    await expectMetrics(uuid, {
      components: 3,
      vulnerableComponents: 3,
      critical: 0,
      high: 3,
      vulnerabilities: 3,
      findingsTotal: 3,
      findingsAudited: 0,
      findingsUnaudited: 3,
      suppressed: 0,
      inheritedRiskScore: 15,
      firstOccurrence: expect.any(Number),
      lastOccurrence: expect.any(Number),
    });
  });

  it('current follows decisions, suppressions and deletions', async () => {
    const { uuid, findings } = await createProjectWithFindings(service, FINDINGS);
    await expectMetrics(uuid, { critical: 1, high: 1, inheritedRiskScore: 15, components: 2 });
    const [high, critical] = findings;
    const decide = (finding: typeof high, decision: object) =>
      service.asAdmin('PUT', '/api/v1/analysis', {
        project: uuid,
        component: finding?.component.uuid,
        vulnerability: finding?.vulnerability.uuid,
        ...decision,
      });
    await decide(high, { analysisState: 'EXPLOITABLE' });
    await expectMetrics(uuid, { findingsAudited: 1, findingsUnaudited: 1 });
    await decide(critical, { analysisState: 'IN_TRIAGE', isSuppressed: true });
    await expectMetrics(uuid, {
      ...HIGH,
      critical: 0,
      suppressed: 1,
      findingsAudited: 1,
      findingsUnaudited: 0,
    });
    await service.asAdmin('DELETE', `/api/v1/component/${high?.component.uuid}`);
    await expectMetrics(uuid, { components: 1, vulnerableComponents: 0, vulnerabilities: 0, suppressed: 0 });
    await service.asAdmin('DELETE', `/api/v1/project/${uuid}`);
    expect((await get(`metrics/project/${uuid}/current`)).status).toBe(404);
  });

  it('current follows policies and decisions on their violations, by state and type', async () => {
    const { uuid } = await createProjectWithFindings(service, [
      { component: { name: 'violating' }, vulnerabilities: ['CVE-2031-1'] },
    ]);
    const policy = (
      await service.asAdmin('PUT', '/api/v1/policy', { name: 'no highs', violationState: 'FAIL' })
    ).body;
    await service.asAdmin('POST', `/api/v1/policy/${policy.uuid}/project/${uuid}`);
    await service.asAdmin('PUT', `/api/v1/policy/${policy.uuid}/condition`, {
      subject: 'SEVERITY',
      operator: 'IS',
      value: 'HIGH',
    });
    await expectMetrics(uuid, {
      policyViolationsFail: 1,
      policyViolationsWarn: 0,
      policyViolationsTotal: 1,
      policyViolationsUnaudited: 1,
      policyViolationsSecurityTotal: 1,
      policyViolationsSecurityUnaudited: 1,
      policyViolationsLicenseTotal: 0,
    });
    const [violation] = (await get(`violation/project/${uuid}`)).body;
    const decide = (decision: object) =>
      service.asAdmin('PUT', '/api/v1/violation/analysis', {
        component: violation.component.uuid,
        policyViolation: violation.uuid,
        ...decision,
      });
    await decide({ analysisState: 'APPROVED' });
    await expectMetrics(uuid, { policyViolationsAudited: 1, policyViolationsSecurityUnaudited: 0 });
    await service.asAdmin('POST', '/api/v1/policy', { ...policy, violationState: 'WARN' });
    await expectMetrics(uuid, { policyViolationsFail: 0, policyViolationsWarn: 1 });
    await decide({ suppressed: true, isSuppressed: true });
    await expectMetrics(uuid, { policyViolationsWarn: 0, policyViolationsTotal: 0 });
    await service.asAdmin('DELETE', `/api/v1/policy/${policy.uuid}`);
  });

  it('current of a collection project is the sum of the children that its rule chooses', async () => {
    const parent = (
      await service.asAdmin('PUT', '/api/v1/project', {
        name: 'suite',
        collectionLogic: 'AGGREGATE_LATEST_VERSION_CHILDREN',
      })
    ).body;
    const child = await createProjectWithFindings(service, FINDINGS);
    await service.asAdmin('PATCH', `/api/v1/project/${child.uuid}`, { parent: { uuid: parent.uuid } });
    await expectMetrics(child.uuid, { vulnerabilities: 2 });
    await expectMetrics(parent.uuid, { vulnerabilities: 0, components: 0 });
    await service.asAdmin('PATCH', `/api/v1/project/${child.uuid}`, { isLatest: true });
    await expectMetrics(parent.uuid, { vulnerabilities: 2, components: 2, inheritedRiskScore: 15 });
  });

  it('days and since have one item for each day, the last one for today', async () => {
    const { uuid } = await createProjectWithFindings(service);
    await expectMetrics(uuid, HIGH);
    const today = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    for (const path of ['days/30', `since/${today}`]) {
      const { status, body } = await get(`metrics/project/${uuid}/${path}`);
      expect(status).toBe(200);
      expect(body.at(-1)).toMatchObject(HIGH);
    }
  });

  it.each(['2026', '20260230', 'yesterday', '2026-11-16'])('since refuses %s: 400', async (date) => {
    const { uuid } = (await service.asAdmin('PUT', '/api/v1/project', { name: `since ${date}` })).body;
    for (const path of ['metrics/portfolio', `metrics/project/${uuid}`]) {
      expect((await get(`${path}/since/${date}`)).status).toBe(400);
    }
  });

  it('of an unknown project or component is not found: 404', async () => {
    for (const path of ['current', 'days/3', 'since/20260101', 'refresh']) {
      expect((await get(`metrics/project/${NOBODY}/${path}`)).status).toBe(404);
      expect((await get(`metrics/component/${NOBODY}/${path}`)).status).toBe(404);
    }
  });
});

describe('Projects, components and services', () => {
  it('show metrics and risk scores, in lists too', async () => {
    const { uuid, name, findings } = await createProjectWithFindings(service, FINDINGS);
    const component = findings[0]?.component.uuid;
    await service.asAdmin('PUT', `/api/v1/service/project/${uuid}`, { name: 'api', endpoints: [] });
    await expectMetrics(uuid, { vulnerabilities: 2 });
    const shown = { lastInheritedRiskScore: 15, metrics: { critical: 1, high: 1, components: 2 } };
    expect((await get(`project/${uuid}`)).body).toMatchObject(shown);
    expect((await get(`project?name=${encodeURIComponent(name)}`)).body).toMatchObject([shown]);
    const concise = `project/concise?name=${encodeURIComponent(name)}`;
    const [plain] = (await get(concise)).body;
    expect(plain).toMatchObject({ lastRiskScore: 15 });
    expect(plain).not.toHaveProperty('metrics');
    expect((await get(`${concise}&includeMetrics=true`)).body).toMatchObject([
      { metrics: { components: 2, vulnerabilities: 2, inheritedRiskScore: 15, policyViolationsTotal: 0 } },
    ]);
    const affected = { lastInheritedRiskScore: 15, metrics: { critical: 1, high: 1, vulnerabilities: 2 } };
    expect((await get(`component/${component}`)).body).toMatchObject(affected);
    const sorted = await get(`component/project/${uuid}?sortName=lastInheritedRiskScore&sortOrder=desc`);
    expect(sorted.body).toMatchObject([affected, { name: 'beta', lastInheritedRiskScore: 0 }]);
    expect((await get(`service/project/${uuid}`)).body).toMatchObject([{ lastInheritedRiskScore: 0 }]);
    const listed = await service.asAdmin('GET', `/api/v2/projects/${uuid}/components?expand=metrics`);
    expect(listed.body.items).toMatchObject([
      { name: 'acme', metrics: { critical: 1, findings_unaudited: 2, inherited_risk_score: 15 } },
      { name: 'beta', metrics: { vulnerabilities: 0, policy_violations_security_unaudited: 0 } },
    ]);
    expect(listed.body.items[0].metrics).not.toHaveProperty('first_occurrence');
    const all = await service.asAdmin('GET', '/api/v2/components?name_contains=beta&expand=metrics');
    expect(all.body.items[0]).toHaveProperty('metrics.findings_total', 0);
    const unexpanded = await service.asAdmin('GET', `/api/v2/projects/${uuid}/components`);
    expect(unexpanded.body.items[0]).not.toHaveProperty('metrics');
  });

  it('are sorted by risk score', async () => {
    const { body } = await get('project?sortName=lastInheritedRiskScore&sortOrder=desc');
    const scores = body.map(
      (project: { lastInheritedRiskScore?: number }) => project.lastInheritedRiskScore ?? -1,
    );
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    expect(scores[0]).toBeGreaterThan(0);
  });
});

describe('GET /api/v1/metrics/component/{uuid}', () => {
  it('has the numbers of the component, now and by day', async () => {
    const { uuid, findings } = await createProjectWithFindings(service, FINDINGS);
    await expectMetrics(uuid, { vulnerabilities: 2 });
    const path = `metrics/component/${findings[0]?.component.uuid}`;
    const numbers = { critical: 1, high: 1, findingsTotal: 2, inheritedRiskScore: 15 };
    expect((await get(`${path}/current`)).body).toMatchObject(numbers);
    expect((await get(`${path}/days/1`)).body.at(-1)).toMatchObject(numbers);
    expect((await get(`${path}/refresh`)).status).toBe(200);
    const unaffected = (await get(`component/project/${uuid}?searchText=beta`)).body[0].uuid;
    expect((await get(`metrics/component/${unaffected}/current`)).body).toMatchObject({ vulnerabilities: 0 });
  });
});

describe('GET /api/v1/metrics/portfolio', () => {
  it('has one item for each day, also before the first project', async () => {
    const { status, body } = await get('metrics/portfolio/30/days');
    expect(status).toBe(200);
    expect(body).toHaveLength(31);
    expect(body[0]).toMatchObject({ projects: 0, vulnerabilities: 0 });
    const starts = body.map((day: { firstOccurrence: number }) => day.firstOccurrence);
    expect(new Set(starts).size).toBe(31);
    const { body: current } = await get('metrics/portfolio/current');
    const { firstOccurrence: _, lastOccurrence: __, ...numbers } = current;
    expect(body.at(-1)).toMatchObject(numbers);
  });

  it('is the sum of the active projects that the caller may see', async () => {
    const mine = await createProjectWithFindings(service, FINDINGS);
    await expectMetrics(mine.uuid, { vulnerabilities: 2 });
    const { apiKey, teamUuid } = await createTeamKey(service, 'VIEW_PORTFOLIO');
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: mine.uuid });
    await switchAccessControl(service, true);
    const ask = async (path: string) =>
      (await service.request('GET', `/api/v1/metrics/portfolio/${path}`, { apiKey })).body;
    const seen = {
      projects: 1,
      vulnerableProjects: 1,
      components: 2,
      vulnerabilities: 2,
      inheritedRiskScore: 15,
    };
    expect(await ask('current')).toMatchObject(seen);
    expect((await ask('7/days')).at(-1)).toMatchObject(seen);
    expect((await get('metrics/portfolio/current')).body.projects).toBeGreaterThan(1);
    await service.asAdmin('PATCH', `/api/v1/project/${mine.uuid}`, { active: false });
    await expect.poll(() => ask('current')).toMatchObject({ projects: 0, components: 0 });
    await switchAccessControl(service, false);
  });

  it('refresh is accepted: 200', async () => {
    expect((await get('metrics/portfolio/refresh')).status).toBe(200);
  });

  it('risk scores follow their weights', async () => {
    const { uuid } = await createProjectWithFindings(service);
    await expectMetrics(uuid, HIGH);
    const weigh = (propertyValue: string) =>
      service.asAdmin('POST', '/api/v1/configProperty', {
        groupName: 'risk-score',
        propertyName: 'weight.high',
        propertyValue,
      });
    expect((await weigh('7')).status).toBe(200);
    await expectMetrics(uuid, { inheritedRiskScore: 7 });
    expect((await get(`metrics/project/${uuid}/days/1`)).body.at(-1)).toMatchObject({
      inheritedRiskScore: 7,
    });
    await weigh('5');
    await expectMetrics(uuid, { inheritedRiskScore: 5 });
  });
});

describe('Clients of Dependency-Track', () => {
  const numbers = {
    critical: 1,
    high: 1,
    medium: 0,
    low: 0,
    unassigned: 0,
    vulnerabilities: 2,
    components: 2,
    vulnerableComponents: 1,
    suppressed: 0,
    findingsTotal: 2,
    findingsAudited: 1,
    findingsUnaudited: 1,
    inheritedRiskScore: 15,
    policyViolationsFail: 0,
    policyViolationsTotal: 0,
  };
  let uuid: string;
  let component: string;
  let ask: (path: string) => ReturnType<TestService['request']>;
  beforeAll(async () => {
    const made = await createProjectWithFindings(service, FINDINGS);
    uuid = made.uuid;
    component = made.findings[0]?.component.uuid ?? '';
    await service.asAdmin('PUT', '/api/v1/analysis', {
      project: uuid,
      component,
      vulnerability: made.findings[0]?.vulnerability.uuid,
      analysisState: 'EXPLOITABLE',
    });
    await get(`metrics/project/${uuid}/refresh`);
    const { apiKey, teamUuid } = await createTeamKey(service, 'VIEW_PORTFOLIO');
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: uuid });
    await switchAccessControl(service, true);
    ask = (path) => service.request('GET', path, { apiKey });
  });
  afterAll(() => switchAccessControl(service, false));

  it('dependency-track-exporter reads the portfolio and pages of projects with their metrics', async () => {
    expect((await ask('/api/v1/metrics/portfolio/current')).body).toMatchObject({ ...numbers, projects: 1 });
    const page = await ask('/api/v1/project?excludeInactive=true&pageNumber=1&pageSize=100');
    expect(page.headers.get('x-total-count')).toBe('1');
    expect(page.body).toMatchObject([{ uuid, metrics: numbers, lastInheritedRiskScore: 15 }]);
  });

  it('client-go and the Python client read the numbers of each level, now and by day', async () => {
    const portfolio = { ...numbers, projects: 1, vulnerableProjects: 1 };
    const { components: _, vulnerableComponents: __, ...dependency } = numbers;
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const cases = [
      ['portfolio/current', portfolio],
      [`portfolio/since/${day}`, portfolio],
      ['portfolio/30/days', portfolio],
      [`project/${uuid}/current`, numbers],
      [`project/${uuid}/since/${day}`, numbers],
      [`project/${uuid}/days/30`, numbers],
      [`component/${component}/current`, dependency],
      [`component/${component}/since/${day}`, dependency],
      [`component/${component}/days/30`, dependency],
    ] as const;
    for (const [path, expected] of cases) {
      const { status, body } = await ask(`/api/v1/metrics/${path}`);
      expect(status, path).toBe(200);
      const last = Array.isArray(body) ? body.at(-1) : body;
      expect(last, path).toMatchObject(expected);
      expect(Number.isInteger(last.firstOccurrence) && Number.isInteger(last.lastOccurrence), path).toBe(
        true,
      );
    }
  });
});

describe('GET /api/v1/metrics/vulnerability', () => {
  it('counts vulnerabilities by year and month of their creation or publication', async () => {
    const countOf = async (year: number) =>
      (await get('metrics/vulnerability')).body
        .filter((one: { year: number }) => one.year === year)
        .map(({ month, count }: { month?: number; count: number }) => [month, count]);
    const create = (vulnId: string, created: number) =>
      service.asAdmin('PUT', '/api/v1/vulnerability', {
        vulnId,
        severity: 'LOW',
        created,
        published: created,
      });
    await create('INT-MAY-1', Date.UTC(2019, 4, 1));
    await create('INT-MAY-2', Date.UTC(2019, 4, 31, 23, 59, 59));
    await create('INT-JUNE', Date.UTC(2019, 5, 1));
    await create('INT-EARLIER', Date.UTC(2018, 11, 31));
    expect(await countOf(2019)).toEqual([
      [5, 2],
      [6, 1],
    ]);
    expect(await countOf(2018)).toEqual([[12, 1]]);
    const { body } = await get('metrics/vulnerability');
    expect(body.every(({ measuredAt }: { measuredAt: number }) => measuredAt > Date.UTC(2026, 0, 1))).toBe(
      true,
    );
    const order = body.map(({ year, month = 0 }: { year: number; month?: number }) => year * 100 + month);
    expect(order).toEqual(order.toSorted((a: number, b: number) => a - b));
  });
});
