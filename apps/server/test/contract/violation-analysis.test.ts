import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjectWithFindings, type ProjectWithFindings } from '../support/create-findings.ts';
import { listNotifications } from '../support/notification-log.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const ANALYSIS = '/api/v1/violation/analysis';

let service: TestService;
let project: ProjectWithFindings;
let policy: { uuid: string };
beforeAll(async () => {
  service = await startTestService();
  project = await createProjectWithFindings(service, [
    {
      component: { name: 'acme', version: '1.0', license: 'Odd License' },
      vulnerabilities: ['CVE-2006-1'],
    },
    { component: { name: 'beta' }, vulnerabilities: ['CVE-2006-1'] },
    { component: { name: 'gamma' }, vulnerabilities: [] },
  ]);
  policy = (await service.asAdmin('PUT', '/api/v1/policy', { name: 'no highs', violationState: 'FAIL' }))
    .body;
  const condition = { subject: 'SEVERITY', operator: 'IS', value: 'HIGH' };
  await service.asAdmin('PUT', `/api/v1/policy/${policy.uuid}/condition`, condition);
  for (let attempt = 0; attempt < 400 && (await list()).length < 2; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
});
afterAll(() => service.close());

const list = async (query = '') => (await service.asAdmin('GET', `/api/v1/violation${query}`)).body;
const names = async (query: string) =>
  (await list(query)).map(({ component }: { component: { name: string } }) => component.name).sort();

const keyOf = async (name: string) => {
  const all = await list('?suppressed=true');
  const violation = all.find((each: { component: { name: string } }) => each.component.name === name);
  return { component: violation.component.uuid, policyViolation: violation.uuid };
};
const decide = (body: object) => service.asAdmin('PUT', ANALYSIS, body);
const get = async (key: Record<string, string>) =>
  service.asAdmin('GET', `${ANALYSIS}?${new URLSearchParams(key)}`);

const countNotifications = async (group: string) =>
  (await listNotifications(service)).filter((one) => one.group === `GROUP_${group}`).length;

describe('GET /api/v1/violation', () => {
  it('shows violations with project, component, condition and policy', async () => {
    const all = await list();
    expect(all.find((each: { component: { name: string } }) => each.component.name === 'acme')).toEqual({
      uuid: expect.any(String),
      type: 'SECURITY',
      timestamp: expect.any(Number),
      project: { uuid: project.uuid, name: project.name, version: '1.0' },
      component: expect.objectContaining({ name: 'acme', version: '1.0', license: 'Odd License' }),
      policyCondition: expect.objectContaining({
        subject: 'SEVERITY',
        operator: 'IS',
        value: 'HIGH',
        policy: expect.objectContaining({ name: 'no highs', violationState: 'FAIL', operator: 'ANY' }),
      }),
    });
  });

  it.each([
    ['?violationState=FAIL,WARN', ['acme', 'beta']],
    ['?violationState=INFO', []],
    ['?riskType=SECURITY', ['acme', 'beta']],
    ['?riskType=LICENSE,OPERATIONAL', []],
    [`?policy=${NOBODY}`, []],
    ['?analysisState=NOT_SET', ['acme', 'beta']],
    ['?analysisState=REJECTED', []],
    ['?occurredOnDateFrom=2020-01-01', ['acme', 'beta']],
    ['?occurredOnDateTo=2020-01-01', []],
    ['?textSearchField=component&textSearchInput=ACM', ['acme']],
    ['?textSearchField=license&textSearchInput=odd', ['acme']],
    ['?textSearchField=policy_name,project_name&textSearchInput=highs', ['acme', 'beta']],
    ['?textSearchField=component&textSearchInput=zzz', []],
  ])('filters by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('pages and counts; refuses invalid dates', async () => {
    const page = await service.asAdmin('GET', '/api/v1/violation?pageNumber=1&pageSize=1');
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    expect((await service.asAdmin('GET', '/api/v1/violation?occurredOnDateFrom=soon')).status).toBe(400);
  });

  it('lists by project and by component', async () => {
    const { component } = await keyOf('beta');
    const ofComponent = await service.asAdmin('GET', `/api/v1/violation/component/${component}`);
    expect(ofComponent.body).toHaveLength(1);
    expect((await service.asAdmin('GET', `/api/v1/violation/project/${project.uuid}`)).body).toHaveLength(2);
    for (const kind of ['project', 'component']) {
      expect((await service.asAdmin('GET', `/api/v1/violation/${kind}/${NOBODY}`)).status).toBe(404);
    }
  });

  it('leaves out violations of inactive projects by default', async () => {
    await service.asAdmin('PATCH', `/api/v1/project/${project.uuid}`, { active: false });
    expect(await names('')).toEqual([]);
    expect(await names('?showInactive=true')).toEqual(['acme', 'beta']);
    await service.asAdmin('PATCH', `/api/v1/project/${project.uuid}`, { active: true });
  });
});

describe('/api/v1/violation/analysis', () => {
  it('is empty without a decision', async () => {
    const answer = await get(await keyOf('beta'));
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('decides, with a history of the changes', async () => {
    const key = await keyOf('acme');
    const first = await decide({ ...key, analysisState: 'REJECTED', comment: 'No.' });
    expect(first.status).toBe(200);
    await decide({ ...key, analysisState: 'APPROVED', isSuppressed: true });
    const { body } = await get(key);
    expect(body).toMatchObject({ analysisState: 'APPROVED', isSuppressed: true });
    expect(body.analysisComments).toEqual(
      ['NOT_SET → REJECTED', 'No.', 'REJECTED → APPROVED', 'Suppressed'].map((comment) => ({
        timestamp: expect.any(Number),
        commenter: 'admin',
        comment,
      })),
    );
    expect(await names('')).toEqual(['beta']);
    expect(await names('?suppressed=true&analysisState=APPROVED')).toEqual(['acme']);
  });

  it('is NOT_SET when no state is given', async () => {
    const key = await keyOf('acme');
    expect((await decide({ ...key, isSuppressed: false })).body).toMatchObject({
      analysisState: 'NOT_SET',
      isSuppressed: false,
    });
  });

  it('emits PROJECT_AUDIT_CHANGE for what changes', async () => {
    const key = await keyOf('beta');
    const before = await countNotifications('PROJECT_AUDIT_CHANGE');
    await decide({ ...key, analysisState: 'REJECTED' });
    await decide({ ...key, analysisState: 'REJECTED', comment: 'Still.' });
    expect(await countNotifications('PROJECT_AUDIT_CHANGE')).toBe(before + 1);
  });

  it('answers 404 for unknown components and violations', async () => {
    const key = await keyOf('acme');
    expect((await decide({ ...key, component: NOBODY })).status).toBe(404);
    expect((await get({ ...key, policyViolation: NOBODY })).status).toBe(404);
  });

  it('needs the permission and access to the project', async () => {
    const key = await keyOf('acme');
    const viewer = await createTeamKey(service, 'VIEW_POLICY_VIOLATION');
    const analyst = await createTeamKey(service, 'POLICY_VIOLATION_ANALYSIS');
    const put = (apiKey: string) =>
      service.request('PUT', ANALYSIS, { apiKey, body: { ...key, analysisState: 'APPROVED' } });
    expect((await put(viewer.apiKey)).status).toBe(403);
    expect((await put(analyst.apiKey)).status).toBe(200);
    await switchAccessControl(service, true);
    expect((await put(analyst.apiKey)).status).toBe(404);
    expect((await service.request('GET', '/api/v1/violation', { apiKey: viewer.apiKey })).body).toEqual([]);
    await switchAccessControl(service, false);
  });
});

describe('a clone', () => {
  const clone = async (version: string, includes: string[]) => {
    const path = `/api/v2/projects/${project.uuid}/clone`;
    const { body } = await service.asAdmin('POST', path, { version, includes: ['COMPONENTS', ...includes] });
    return (await service.asAdmin('GET', `/api/v1/violation/project/${body.uuid}?suppressed=true`)).body;
  };
  it('has the violations of its original on request, optionally with decisions and history', async () => {
    await decide({ ...(await keyOf('beta')), analysisState: 'REJECTED', comment: 'No.' });
    const before = await countNotifications('POLICY_VIOLATION');
    const includes = ['FINDINGS', 'POLICY_VIOLATIONS', 'POLICY_VIOLATIONS_AUDIT_HISTORY'];
    const copies = await clone('2.0', includes);
    expect(copies).toHaveLength(2);
    const beta = copies.find((each: { component: { name: string } }) => each.component.name === 'beta');
    expect(beta.analysis).toMatchObject({ analysisState: 'REJECTED' });
    const { body } = await get({ component: beta.component.uuid, policyViolation: beta.uuid });
    expect(body.analysisComments.at(-1)).toMatchObject({ comment: 'No.', commenter: 'admin' });
    expect(await countNotifications('POLICY_VIOLATION')).toBe(before);
    const bare = await clone('3.0', ['FINDINGS', 'POLICY_VIOLATIONS']);
    expect(bare.every((each: object) => !('analysis' in each))).toBe(true);
  });
});
