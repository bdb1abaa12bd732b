import {
  policyOperations,
  policyTagOperations,
  violationOperations,
  vulnPolicyBundleOperations,
  vulnPolicyOperations,
} from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { createProjectWithFindings, type ProjectWithFindings } from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

describe('access to policies and violations', () => {
  const groups = [
    policyOperations,
    policyTagOperations,
    violationOperations,
    vulnPolicyOperations,
    vulnPolicyBundleOperations,
  ];
  itKeepsAccessRules(
    groups.flatMap((operations) => Object.values(operations)),
    () => service,
  );
});

describe('a user who may access one project of two', () => {
  let seen: ProjectWithFindings;
  let hidden: ProjectWithFindings;
  let policy: { uuid: string };
  let hiddenViolation: { uuid: string; component: { uuid: string } };
  let apiKey: string;

  beforeAll(async () => {
    const given = [{ component: { name: 'acme' }, vulnerabilities: ['CVE-2011-1'] }];
    seen = await createProjectWithFindings(service, given);
    hidden = await createProjectWithFindings(service, given);
    policy = (await service.asAdmin('PUT', '/api/v1/policy', { name: 'no highs' })).body;
    for (const { uuid } of [seen, hidden])
      await service.asAdmin('POST', `/api/v1/policy/${policy.uuid}/project/${uuid}`);
    const condition = { subject: 'SEVERITY', operator: 'IS', value: 'HIGH' };
    await service.asAdmin('PUT', `/api/v1/policy/${policy.uuid}/condition`, condition);
    const bothAreThere = async () =>
      expect((await service.asAdmin('GET', '/api/v1/violation')).body).toHaveLength(2);
    await vi.waitFor(bothAreThere, { timeout: 90_000 * timeoutFactor, interval: 50 });
    const [violation] = (await service.asAdmin('GET', `/api/v1/violation/project/${hidden.uuid}`)).body;
    hiddenViolation = violation;
    const team = await createTeamKey(
      service,
      'VIEW_PORTFOLIO',
      'VIEW_POLICY_VIOLATION',
      'POLICY_VIOLATION_ANALYSIS',
      'POLICY_MANAGEMENT',
    );
    apiKey = team.apiKey;
    await switchAccessControl(service, true);
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: team.teamUuid, project: seen.uuid });
  });
  afterAll(() => switchAccessControl(service, false));

  const ask = (method: string, path: string, body?: unknown) =>
    service.request(method, path, { apiKey, ...(body !== undefined && { body }) });

  it('sees and counts only the violations of that project', async () => {
    const { body, headers } = await ask('GET', '/api/v1/violation');
    expect(body).toMatchObject([{ project: { uuid: seen.uuid } }]);
    expect(headers.get('x-total-count')).toBe('1');
    const filtered = await ask(
      'GET',
      `/api/v1/violation?violationState=INFO&policy=${policy.uuid}&suppressed=true`,
    );
    expect([filtered.body.length, filtered.headers.get('x-total-count')]).toEqual([1, '1']);
    expect(JSON.stringify([body, filtered.body])).not.toContain(hidden.uuid);
  });

  it('is refused everything of the other project', async () => {
    const { uuid, component } = hiddenViolation;
    const named = { component: component.uuid, policyViolation: uuid };
    const answers = [
      await ask('GET', `/api/v1/violation/project/${hidden.uuid}`),
      await ask('GET', `/api/v1/violation/component/${component.uuid}`),
      await ask('GET', `/api/v1/violation/analysis?${new URLSearchParams(named)}`),
      await ask('PUT', '/api/v1/violation/analysis', { ...named, analysisState: 'APPROVED' }),
      await ask('POST', `/api/v1/policy/${policy.uuid}/project/${hidden.uuid}`),
      await ask('DELETE', `/api/v1/policy/${policy.uuid}/project/${hidden.uuid}`),
      await ask('POST', '/api/v2/vuln-policies/evaluate', { policy: DRAFT, project: hidden.uuid }),
    ];
    // As everywhere: 403 for an inaccessible project, 404 for its content.
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404, 403, 403, 404]);
    const { body } = await service.asAdmin('GET', `/api/v1/violation/project/${hidden.uuid}?suppressed=true`);
    expect(body[0].analysis?.analysisState ?? 'NOT_SET').toBe('NOT_SET');
  });

  it('sees only that project of a policy', async () => {
    const one = (await ask('GET', `/api/v1/policy/${policy.uuid}`)).body;
    const [listed] = (await ask('GET', '/api/v1/policy')).body;
    expect([one.projects, listed.projects]).toMatchObject([[{ uuid: seen.uuid }], [{ uuid: seen.uuid }]]);
    expect([one.projects.length, listed.projects.length]).toEqual([1, 1]);
    expect(one.global).toBe(false);
  });

  it('evaluates policies only on the findings of that project', async () => {
    const { body } = await ask('POST', '/api/v2/vuln-policies/evaluate', { policy: DRAFT });
    expect(body).toMatchObject({ evaluated: 1, matched: 1, projects: 1, projects_concerned: 1 });
    expect(body.sample).toMatchObject([{ project: { uuid: seen.uuid } }]);
  });
});

const DRAFT = { name: 'draft', condition: 'true', analysis: { state: 'NOT_AFFECTED' } };
