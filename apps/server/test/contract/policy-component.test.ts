import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjectWithFindings, type ProjectWithFindings } from '../support/create-findings.ts';
import { untilQueuesAreIdle } from '../support/idle-queues.ts';
import { listNotifiedGroups } from '../support/notification-log.ts';
import { createTeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const POLICY = '/api/v1/policy';

let service: TestService;
let project: ProjectWithFindings;
beforeAll(async () => {
  service = await startTestService();
  project = await createProjectWithFindings(service, [
    { component: { name: 'acme', version: '1.0' }, vulnerabilities: ['CVE-2005-1'] },
    { component: { name: 'beta', version: '2.0' }, vulnerabilities: [] },
  ]);
});
afterAll(() => service.close());

let names = 0;
const create = async (more: object = {}) => {
  const { status, body } = await service.asAdmin('PUT', POLICY, { name: `policy ${++names}`, ...more });
  expect(status).toBe(201);
  return body;
};

const settled = () => untilQueuesAreIdle(service, ['evaluate-policies', 'recheck-policies']);

const addCondition = async (policyUuid: string, condition: object) => {
  const answer = await service.asAdmin('PUT', `${POLICY}/${policyUuid}/condition`, condition);
  expect(answer.text).toContain('uuid');
  await settled();
  return answer.body;
};

const limitTo = async (policyUuid: string, projectUuid: string) => {
  const answer = await service.asAdmin('POST', `${POLICY}/${policyUuid}/project/${projectUuid}`);
  expect(answer.status).toBe(200);
};

const violatorsOf = async (projectUuid: string, policyUuid: string, query = '') => {
  await settled();
  const { body } = await service.asAdmin('GET', `/api/v1/violation/project/${projectUuid}${query}`);
  return body
    .filter(
      (each: { policyCondition: { policy: { uuid: string } } }) =>
        each.policyCondition.policy.uuid === policyUuid,
    )
    .map((each: { component: { name: string } }) => each.component.name)
    .sort();
};

const named = (name: string) => ({
  subject: 'COORDINATES',
  operator: 'MATCHES',
  value: JSON.stringify({ name }),
});

describe('/api/v1/policy', () => {
  it('creates, shows, lists, changes and deletes policies', async () => {
    const created = await create({
      name: 'whole',
      violationState: 'FAIL',
      operator: 'ALL',
      includeChildren: true,
    });
    expect(created).toEqual({
      uuid: expect.any(String),
      name: 'whole',
      operator: 'ALL',
      violationState: 'FAIL',
      includeChildren: true,
      onlyLatestProjectVersion: false,
      policyConditions: [],
      projects: [],
      tags: [],
      global: true,
    });
    expect((await service.asAdmin('GET', `${POLICY}/${created.uuid}`)).body).toEqual(created);
    const listed = await service.asAdmin('GET', `${POLICY}?searchText=WHO`);
    expect(listed.body).toEqual([created]);
    expect(listed.headers.get('x-total-count')).toBe('1');
    const change = {
      uuid: created.uuid,
      name: 'changed',
      violationState: 'WARN',
      onlyLatestProjectVersion: true,
    };
    expect((await service.asAdmin('POST', POLICY, change)).body).toMatchObject({
      name: 'changed',
      operator: 'ALL',
      violationState: 'WARN',
      includeChildren: false,
      onlyLatestProjectVersion: true,
    });
    expect((await service.asAdmin('DELETE', `${POLICY}/${created.uuid}`)).status).toBe(204);
    expect((await service.asAdmin('GET', `${POLICY}/${created.uuid}`)).status).toBe(404);
  });

  it('is ANY and INFO by default; names are unique', async () => {
    const { name, operator, violationState } = await create();
    expect([operator, violationState]).toEqual(['ANY', 'INFO']);
    expect((await service.asAdmin('PUT', POLICY, { name })).status).toBe(409);
    expect((await service.asAdmin('PUT', POLICY, {})).status).toBe(400);
  });

  it('answers 404 for unknown policies, conditions and projects', async () => {
    const asked: [string, string, object?][] = [
      ['GET', `${POLICY}/${NOBODY}`],
      ['DELETE', `${POLICY}/${NOBODY}`],
      ['POST', POLICY, { uuid: NOBODY, name: 'x' }],
      ['PUT', `${POLICY}/${NOBODY}/condition`, named('x')],
      ['POST', `${POLICY}/condition`, { uuid: NOBODY, ...named('x') }],
      ['DELETE', `${POLICY}/condition/${NOBODY}`],
      ['POST', `${POLICY}/${NOBODY}/project/${project.uuid}`],
    ];
    for (const [method, path, body] of asked) {
      expect((await service.asAdmin(method, path, body)).status).toBe(404);
    }
  });

  it('assigns projects: 200, and 304 if nothing changes', async () => {
    const { uuid } = await create();
    const path = `${POLICY}/${uuid}/project/${project.uuid}`;
    const added = await service.asAdmin('POST', path);
    expect(added.body).toMatchObject({ projects: [{ uuid: project.uuid }], global: false });
    expect((await service.asAdmin('POST', path)).status).toBe(304);
    expect((await service.asAdmin('DELETE', path)).body).toMatchObject({ projects: [], global: true });
    expect((await service.asAdmin('DELETE', path)).status).toBe(304);
    expect((await service.asAdmin('POST', `${POLICY}/${uuid}/project/${NOBODY}`)).status).toBe(404);
  });

  it('refuses an expression without violationType, and reports line and column of errors', async () => {
    const { uuid } = await create();
    const put = (body: object) => service.asAdmin('PUT', `${POLICY}/${uuid}/condition`, body);
    expect((await put({ subject: 'EXPRESSION', value: 'true' })).status).toBe(400);
    const wrong = await put({ subject: 'EXPRESSION', value: 'true &&\n nope', violationType: 'SECURITY' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.celErrors).toEqual([{ line: 2, column: 2, message: expect.stringContaining('nope') }]);
    expect(
      (await put({ subject: 'EXPRESSION', value: 'false', violationType: 'SECURITY' })).body,
    ).toMatchObject({
      operator: 'MATCHES',
      violationType: 'SECURITY',
    });
  });

  it.each([
    ['POLICY_MANAGEMENT_READ', 200, 403],
    ['POLICY_MANAGEMENT_CREATE', 403, 201],
    ['VIEW_PORTFOLIO', 403, 403],
  ] as const)('%s may read: %i, create: %i', async (permission, read, made) => {
    const { apiKey } = await createTeamKey(service, permission);
    expect((await service.request('GET', POLICY, { apiKey })).status).toBe(read);
    const body = { name: `by ${permission}` };
    expect((await service.request('PUT', POLICY, { apiKey, body })).status).toBe(made);
  });
});

describe('violations', () => {
  it('are updated at once when a condition is added, changed or deleted', async () => {
    const { uuid } = await create({ violationState: 'FAIL' });
    await limitTo(uuid, project.uuid);
    const condition = await addCondition(uuid, named('acme'));
    expect(await violatorsOf(project.uuid, uuid)).toEqual(['acme']);
    await service.asAdmin('POST', `${POLICY}/condition`, { uuid: condition.uuid, ...named('a') });
    expect(await violatorsOf(project.uuid, uuid)).toEqual(['acme', 'beta']);
    await service.asAdmin('DELETE', `${POLICY}/condition/${condition.uuid}`);
    expect(await violatorsOf(project.uuid, uuid)).toEqual([]);
  });

  it('exist for each true condition with ANY, with ALL only if all are true', async () => {
    const any = await create();
    const all = await create({ operator: 'ALL' });
    for (const { uuid } of [any, all]) {
      await limitTo(uuid, project.uuid);
      await addCondition(uuid, named('a'));
      await addCondition(uuid, { subject: 'SEVERITY', operator: 'IS', value: 'HIGH' });
    }
    expect(await violatorsOf(project.uuid, any.uuid)).toEqual(['acme', 'acme', 'beta']);
    expect(await violatorsOf(project.uuid, all.uuid)).toEqual(['acme', 'acme']);
    // A condition that cannot be evaluated prevents all violations of the policy, and shows the error.
    await addCondition(all.uuid, { subject: 'CWE', operator: 'CONTAINS_ANY', value: 'nonsense' });
    expect(await violatorsOf(project.uuid, all.uuid)).toEqual([]);
    const { policyConditions } = (await service.asAdmin('GET', `${POLICY}/${all.uuid}`)).body;
    expect(policyConditions[2].evaluationError).toContain('is not a CWE');
  });

  it('depend only on active and unsuppressed vulnerabilities', async () => {
    const other = await createProjectWithFindings(service);
    const { uuid } = await create();
    await limitTo(uuid, other.uuid);
    await addCondition(uuid, { subject: 'VULNERABILITY_ID', operator: 'IS', value: 'CVE-2024-1' });
    expect(await violatorsOf(other.uuid, uuid)).toEqual(['a']);
    const [finding] = other.findings;
    await service.asAdmin('PUT', '/api/v1/analysis', {
      component: finding?.component.uuid,
      vulnerability: finding?.vulnerability.uuid,
      isSuppressed: true,
    });
    const { name } = (await service.asAdmin('GET', `${POLICY}/${uuid}`)).body;
    await service.asAdmin('POST', POLICY, { uuid, name });
    expect(await violatorsOf(other.uuid, uuid)).toEqual([]);
  });

  it('are updated at once when a finding is suppressed', async () => {
    const other = await createProjectWithFindings(service);
    const { uuid } = await create();
    await limitTo(uuid, other.uuid);
    await addCondition(uuid, { subject: 'SEVERITY', operator: 'IS_NOT', value: 'LOW' });
    expect(await violatorsOf(other.uuid, uuid)).toEqual(['a']);
    const [finding] = other.findings;
    const suppress = (isSuppressed: boolean) =>
      service.asAdmin('PUT', '/api/v1/analysis', {
        component: finding?.component.uuid,
        vulnerability: finding?.vulnerability.uuid,
        isSuppressed,
      });
    await suppress(true);
    await expect.poll(() => violatorsOf(other.uuid, uuid)).toEqual([]);
    await suppress(false);
    await expect.poll(() => violatorsOf(other.uuid, uuid)).toEqual(['a']);
  });

  it('are updated at once when tags, parent or latest version of a project change', async () => {
    const other = await createProjectWithFindings(service);
    const policy = await create({ includeChildren: true });
    await service.asAdmin('PUT', '/api/v1/tag', ['followed']);
    await service.asAdmin('POST', '/api/v1/tag/followed/policy', [policy.uuid]);
    await addCondition(policy.uuid, named('a'));
    expect(await violatorsOf(other.uuid, policy.uuid)).toEqual([]);
    await service.asAdmin('POST', '/api/v1/tag/followed/project', [other.uuid]);
    await expect.poll(() => violatorsOf(other.uuid, policy.uuid)).toEqual(['a']);
    await service.asAdmin('DELETE', '/api/v1/tag/followed/project', [other.uuid]);
    await expect.poll(() => violatorsOf(other.uuid, policy.uuid)).toEqual([]);
    const parent = (await service.asAdmin('PUT', '/api/v1/project', { name: 'parent of followed' })).body;
    await limitTo(policy.uuid, parent.uuid);
    await settled();
    await service.asAdmin('PATCH', `/api/v1/project/${other.uuid}`, { parent: { uuid: parent.uuid } });
    // Moved projects are evaluated within a minute. A change of tags evaluates all changed projects at once.
    await service.asAdmin('PUT', '/api/v1/tag', ['unrelated']);
    await service.asAdmin('POST', '/api/v1/tag/unrelated/project', [project.uuid]);
    await expect.poll(() => violatorsOf(other.uuid, policy.uuid)).toEqual(['a']);
  });

  it('end if a condition can no longer be evaluated, for ALL those of the other conditions too', async () => {
    const other = await createProjectWithFindings(service);
    const value = 'vulns[0].id == "CVE-2024-1"';
    const condition = { subject: 'EXPRESSION', value, violationType: 'SECURITY' };
    for (const operator of ['ANY', 'ALL']) {
      const { uuid } = await create({ operator });
      await limitTo(uuid, other.uuid);
      await addCondition(uuid, named('a'));
      await addCondition(uuid, condition);
      expect(await violatorsOf(other.uuid, uuid)).toEqual(['a', 'a']);
    }
    const [finding] = other.findings;
    await service.asAdmin('PUT', '/api/v1/analysis', {
      component: finding?.component.uuid,
      vulnerability: finding?.vulnerability.uuid,
      isSuppressed: true,
    });
    const list = async () => (await service.asAdmin('GET', `/api/v1/violation/project/${other.uuid}`)).body;
    await expect.poll(list).toHaveLength(1);
  });

  it('report an evaluation error of one project although the next has none', async () => {
    await createProjectWithFindings(service);
    const without = await createProjectWithFindings(service, [
      { component: { name: 'unaffected' }, vulnerabilities: [] },
    ]);
    await createProjectWithFindings(service);
    const { uuid } = await create();
    const value = 'component.name == "unaffected" && vulns[0].id == "x"';
    await addCondition(uuid, { subject: 'EXPRESSION', value, violationType: 'SECURITY' });
    const errorOf = async () =>
      (await service.asAdmin('GET', `${POLICY}/${uuid}`)).body.policyConditions[0].evaluationError;
    expect(await errorOf()).toContain('index out of bounds');
    await service.asAdmin('DELETE', `/api/v1/project/${without.uuid}`);
    await service.asAdmin('POST', POLICY, { uuid, name: `cleared ${uuid}` });
    await settled();
    expect(await errorOf()).toBeUndefined();
  });

  it('apply to projects with their children, tags, and latest versions only', async () => {
    const parent = (await service.asAdmin('PUT', '/api/v1/project', { name: 'parent' })).body;
    const child = await createProjectWithFindings(service);
    const moved = await service.asAdmin('PATCH', `/api/v1/project/${child.uuid}`, {
      parent: { uuid: parent.uuid },
    });
    expect(moved.status).toBe(200);
    const policy = await create();
    const change = async (more: object) => {
      await service.asAdmin('POST', POLICY, { uuid: policy.uuid, name: policy.name, ...more });
      return violatorsOf(child.uuid, policy.uuid);
    };
    await limitTo(policy.uuid, parent.uuid);
    await addCondition(policy.uuid, named('a'));
    expect(await violatorsOf(child.uuid, policy.uuid)).toEqual([]);
    expect(await change({ includeChildren: true })).toEqual(['a']);
    expect(await change({ includeChildren: true, onlyLatestProjectVersion: true })).toEqual([]);
    await service.asAdmin('PATCH', `/api/v1/project/${child.uuid}`, { isLatest: true });
    expect(await change({ includeChildren: true, onlyLatestProjectVersion: true })).toEqual(['a']);
    expect(await change({ includeChildren: false })).toEqual([]);
    await service.asAdmin('PUT', '/api/v1/tag', ['scoped']);
    await service.asAdmin('POST', '/api/v1/tag/scoped/project', [child.uuid]);
    await service.asAdmin('POST', '/api/v1/tag/scoped/policy', [policy.uuid]);
    expect(await violatorsOf(child.uuid, policy.uuid)).toEqual(['a']);
  });

  it('keep their history when they end, and return with it', async () => {
    const { uuid } = await create();
    await limitTo(uuid, project.uuid);
    await addCondition(uuid, named('beta'));
    const list = async () => (await service.asAdmin('GET', `/api/v1/violation?policy=${uuid}`)).body;
    const [violation] = await list();
    const key = { component: violation.component.uuid, policyViolation: violation.uuid };
    await service.asAdmin('PUT', '/api/v1/violation/analysis', {
      ...key,
      analysisState: 'APPROVED',
      comment: 'Fine.',
    });
    const path = `${POLICY}/${uuid}/project/${project.uuid}`;
    const elsewhere = await createProjectWithFindings(service);
    await limitTo(uuid, elsewhere.uuid);
    await service.asAdmin('DELETE', path);
    await settled();
    expect(await list()).toEqual([]);
    await service.asAdmin('POST', path);
    await settled();
    const [back] = await list();
    expect(back).toMatchObject({ uuid: violation.uuid, analysis: { analysisState: 'APPROVED' } });
  });

  it('emit POLICY_VIOLATION once, in the same transaction', async () => {
    const own = await createProjectWithFindings(service);
    const policy = await create({ violationState: 'WARN' });
    await limitTo(policy.uuid, own.uuid);
    await addCondition(policy.uuid, named('a'));
    await service.asAdmin('POST', POLICY, { uuid: policy.uuid, name: policy.name });
    await settled();
    const groups = await listNotifiedGroups(service, own.uuid);
    expect(groups.filter((group) => group === 'POLICY_VIOLATION')).toHaveLength(1);
  });

  it('with a huge comprehension in the condition are stopped and reported; the others are unaffected', async () => {
    const { uuid } = await create();
    await limitTo(uuid, project.uuid);
    const list = `[${'1,'.repeat(99)}1]`;
    const huge = `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c > 0)))`;
    await addCondition(uuid, { subject: 'EXPRESSION', value: huge, violationType: 'OPERATIONAL' });
    await addCondition(uuid, named('beta'));
    expect(await violatorsOf(project.uuid, uuid)).toEqual(['beta']);
    const [first] = (await service.asAdmin('GET', `${POLICY}/${uuid}`)).body.policyConditions;
    expect(first.evaluationError).toMatch(/takes too (many steps|long)/);
  });
});

describe('tags of policies', () => {
  it('are assigned, listed, counted and removed', async () => {
    const { uuid, name } = await create();
    await service.asAdmin('PUT', '/api/v1/tag', ['blue']);
    const tagged = '/api/v1/tag/Blue/policy';
    expect((await service.asAdmin('POST', tagged, [uuid, NOBODY])).status).toBe(204);
    expect((await service.asAdmin('POST', tagged, [uuid])).status).toBe(204);
    const listed = await service.asAdmin('GET', tagged);
    expect([listed.body, listed.headers.get('x-total-count')]).toEqual([[{ uuid, name }], '1']);
    const tags = await service.asAdmin('GET', `/api/v1/tag/policy/${uuid}`);
    expect([tags.body, tags.headers.get('x-total-count')]).toEqual([[{ name: 'blue' }], '1']);
    const [blue] = (await service.asAdmin('GET', '/api/v1/tag?searchText=blue')).body;
    expect(blue.policyCount).toBe(1);
    expect((await service.asAdmin('DELETE', tagged, [uuid])).status).toBe(204);
    expect((await service.asAdmin('GET', `/api/v1/tag/policy/${uuid}`)).body).toEqual([]);
    const missing = await service.asAdmin('POST', '/api/v1/tag/nope/policy', [uuid]);
    expect([missing.status, missing.body.detail]).toEqual([404, 'A tag with name nope does not exist']);
    expect((await service.asAdmin('POST', tagged, [])).status).toBe(400);
  });
});

describe('licence groups', () => {
  it('cause an evaluation of policies at once when they change', async () => {
    const licenses = (await service.asAdmin('GET', '/api/v1/license/concise')).body;
    const mit = licenses.find((license: { licenseId: string }) => license.licenseId === 'MIT');
    const group = (await service.asAdmin('PUT', '/api/v1/licenseGroup', { name: 'banned' })).body;
    const own = await createProjectWithFindings(service, [
      { component: { name: 'mit-lib', licenseExpression: 'MIT' }, vulnerabilities: [] },
    ]);
    const { uuid } = await create();
    await limitTo(uuid, own.uuid);
    await addCondition(uuid, { subject: 'LICENSE_GROUP', operator: 'IS', value: group.uuid });
    expect(await violatorsOf(own.uuid, uuid)).toEqual([]);
    const member = `/api/v1/licenseGroup/${group.uuid}/license/${mit.uuid}`;
    await service.asAdmin('POST', member);
    expect(await violatorsOf(own.uuid, uuid)).toEqual(['mit-lib']);
    await service.asAdmin('DELETE', member);
    expect(await violatorsOf(own.uuid, uuid)).toEqual([]);
  });
});
