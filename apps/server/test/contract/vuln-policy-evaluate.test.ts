import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CreatedFinding,
  createProjectWithFindings,
  type ProjectWithFindings,
} from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PATH = '/api/v2/vuln-policies/evaluate';

let service: TestService;
let project: ProjectWithFindings;
let other: ProjectWithFindings;
beforeAll(async () => {
  service = await startTestService();
  const given = [
    { component: { name: 'acme', version: '1.0' }, vulnerabilities: ['CVE-2003-1', 'CVE-2003-2'] },
    { component: { name: 'beta', version: '2.0' }, vulnerabilities: ['CVE-2003-1'] },
  ];
  project = await createProjectWithFindings(service, given);
  other = await createProjectWithFindings(service, given);
});
afterAll(() => service.close());

const draft = (condition: string, more: object = {}) => ({
  name: 'draft',
  condition,
  analysis: { state: 'NOT_AFFECTED', suppress: true },
  ...more,
});
const evaluate = async (policy: object, more: object = {}) =>
  (await service.asAdmin('POST', PATH, { policy, ...more })).body;

const decide = ({ component, vulnerability }: CreatedFinding, analysisState: string) =>
  service.asAdmin('PUT', '/api/v1/analysis', {
    component: component.uuid,
    vulnerability: vulnerability.uuid,
    analysisState,
  });

const analysisOf = ({ component, vulnerability }: CreatedFinding) => {
  const query = new URLSearchParams({ component: component.uuid, vulnerability: vulnerability.uuid });
  return service.asAdmin('GET', `/api/v1/analysis?${query}`);
};

describe('POST /api/v2/vuln-policies/evaluate', () => {
  it('counts and shows the findings that a draft would match, and the changes', async () => {
    const result = await evaluate(draft('component.name == "acme"'), { project: project.uuid });
    expect(result).toMatchObject({
      evaluated: 3,
      matched: 2,
      projects: 1,
      applied: 2,
      conflicts: [],
      failed: 0,
    });
    expect(result.sample[0]).toMatchObject({
      project: { uuid: project.uuid },
      component: { name: 'acme', version: '1.0' },
      vulnerability: { vuln_id: 'CVE-2003-1' },
      outcome: 'APPLIED',
      changes: [
        { field: 'state', from: 'NOT_SET', to: 'NOT_AFFECTED' },
        { field: 'isSuppressed', from: false, to: true },
      ],
    });
  });

  it('applies nothing', async () => {
    await evaluate(draft('true'));
    const { body: findings } = await service.asAdmin('GET', '/api/v1/finding?showSuppressed=true');
    expect(findings).toHaveLength(6);
    for (const finding of [...project.findings, ...other.findings])
      expect((await analysisOf(finding)).status).toBe(404);
    expect((await service.asAdmin('GET', '/api/v2/vuln-policies')).body.items).toEqual([]);
  });

  it('evaluates the whole portfolio by default, with a sample of the requested size', async () => {
    const result = await evaluate(draft('vuln.id == "CVE-2003-1"'), { sample_size: 1 });
    expect(result).toMatchObject({ matched: 4, projects: 2 });
    expect(result.sample).toHaveLength(1);
  });

  it('shows decisions of persons that outrank the draft', async () => {
    await decide(other.findings[2] as CreatedFinding, 'EXPLOITABLE');
    const result = await evaluate(draft('component.name == "beta"'), { project: other.uuid });
    expect(result).toMatchObject({ matched: 1, applied: 0, outranked: 1 });
    expect(result.sample[0]).toMatchObject({ outcome: 'OUTRANKED', decided_by: 'PERSON' });
  });

  it('lists other policies that match the same findings, and which one would win', async () => {
    const rival = {
      ...draft('vuln.id == "CVE-2003-2"'),
      name: 'rival',
      priority: 10,
      analysis: { state: 'RESOLVED' },
    };
    await service.asAdmin('POST', '/api/v2/vuln-policies', rival);
    const weak = await evaluate(draft('vuln.id == "CVE-2003-2"'), { project: project.uuid });
    expect(weak).toMatchObject({
      shadowed: 1,
      conflicts: [{ name: 'rival', priority: 10, findings: 1, wins: true }],
      sample: [{ outcome: 'SHADOWED', shadowed_by: 'rival' }],
    });
    const strong = await evaluate(draft('vuln.id == "CVE-2003-2"', { priority: 11 }), {
      project: project.uuid,
    });
    expect(strong).toMatchObject({ shadowed: 0, conflicts: [{ name: 'rival', wins: false }] });
  });

  it('reports evaluation errors of the draft', async () => {
    const result = await evaluate(draft('vuln.aliases[3].id == "x"'), { project: project.uuid });
    expect(result).toMatchObject({ matched: 0, failed: 3, error: expect.stringContaining('out of bounds') });
    expect((await service.asAdmin('POST', PATH, { policy: draft('nope') })).status).toBe(400);
  });

  it('evaluates only accessible projects', async () => {
    await switchAccessControl(service, true);
    const { apiKey } = await createTeamKey(service, 'POLICY_MANAGEMENT_READ');
    const ask = (body: object) => service.request('POST', PATH, { apiKey, body });
    expect((await ask({ policy: draft('true') })).body.matched).toBe(0);
    expect((await ask({ policy: draft('true'), project: project.uuid })).status).toBe(404);
    await switchAccessControl(service, false);
    expect((await ask({ policy: draft('true') })).body.matched).toBe(6);
  });

  it('evaluates all projects that the condition may concern, and reports their number', async () => {
    expect(await evaluate(draft('true'))).toMatchObject({
      complete: true,
      projects_evaluated: 2,
      projects_concerned: 2,
    });
    expect(await evaluate(draft('vuln.id == "CVE-1"'))).toMatchObject({
      complete: true,
      projects_concerned: 0,
    });
  });
});

describe('a dry run that exceeds its time limit', () => {
  let hurried: TestService;
  beforeAll(async () => {
    hurried = await startTestService({ 'svc.vulnerability.policy.evaluation.timeout-ms': '0' });
    const given = [{ component: { name: 'acme' }, vulnerabilities: ['CVE-2003-1', 'CVE-2003-2'] }];
    for (let count = 0; count < 3; count += 1) await createProjectWithFindings(hurried, given);
  });
  afterAll(() => hurried?.close());

  it('reports that it is incomplete, and how much was evaluated', async () => {
    const { body } = await hurried.asAdmin('POST', PATH, { policy: draft('true') });
    expect(body).toMatchObject({
      complete: false,
      projects_evaluated: 1,
      projects_concerned: 3,
      evaluated: 2,
      matched: 2,
      applied: 2,
    });
  });

  it('does not count a project that was not evaluated against all policies', async () => {
    const rival = { ...draft('true'), name: 'rival', analysis: { state: 'RESOLVED' } };
    await hurried.asAdmin('POST', '/api/v2/vuln-policies', rival);
    const { body } = await hurried.asAdmin('POST', PATH, { policy: draft('true') });
    expect(body).toMatchObject({
      complete: false,
      projects_evaluated: 0,
      projects_concerned: 3,
      evaluated: 0,
    });
    expect(body.sample).toEqual([]);
  });
});
