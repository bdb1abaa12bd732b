import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreatedFinding, createProjectWithFindings } from '../support/create-findings.ts';
import { listNotifiedGroups } from '../support/notification-log.ts';
import { untilPoliciesAreApplied } from '../support/policies-applied.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const PATH = '/api/v2/vuln-policies';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Policy {
  readonly name?: string;
  readonly condition: string;
  readonly [member: string]: unknown;
}

let policies = 0;
const body = ({ name = `policy ${++policies}`, ...more }: Policy) => ({
  name,
  analysis: { state: 'NOT_AFFECTED' },
  ...more,
});

const settled = () => untilPoliciesAreApplied(service);

const create = async (policy: Policy) => {
  const answer = await service.asAdmin('POST', PATH, body(policy));
  expect(answer.status).toBe(201);
  await settled();
  return answer.body.uuid as string;
};

const change = async (uuid: string, policy: Policy & { readonly name: string }) => {
  expect((await service.asAdmin('PUT', `${PATH}/${uuid}`, body(policy))).status).toBe(204);
  await settled();
};

const remove = async (uuid: string) => {
  expect((await service.asAdmin('DELETE', `${PATH}/${uuid}`)).status).toBe(204);
  await settled();
};

const analysisOf = async ({ component, vulnerability }: CreatedFinding) => {
  const query = new URLSearchParams({ component: component.uuid, vulnerability: vulnerability.uuid });
  return (await service.asAdmin('GET', `/api/v1/analysis?${query}`)).body;
};

const decide = ({ component, vulnerability }: CreatedFinding, fields: object) =>
  service.asAdmin('PUT', '/api/v1/analysis', {
    component: component.uuid,
    vulnerability: vulnerability.uuid,
    ...fields,
  });

const analyze = async (uuid: string) => {
  const { token } = (await service.asAdmin('POST', `/api/v1/finding/project/${uuid}/analyze`)).body;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (!(await service.asAdmin('GET', `/api/v1/event/token/${token}`)).body.processing) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

let vulns = 0;
const newFinding = async (component = 'acme') => {
  const vulnId = `CVE-2001-${++vulns}`;
  const project = await createProjectWithFindings(service, [
    { component: { name: component, version: '1.0' }, vulnerabilities: [vulnId] },
  ]);
  return { ...project, vulnId, finding: project.findings[0] as CreatedFinding };
};

describe('a vulnerability policy', () => {
  it('is applied at once when it is created: every field it sets', async () => {
    const { finding, vulnId } = await newFinding();
    await create({
      name: 'every field',
      condition: `vuln.id == "${vulnId}" && component.name == "acme"`,
      analysis: {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_REACHABLE',
        vendor_response: 'WILL_NOT_FIX',
        details: 'Because.',
        suppress: true,
      },
      ratings: [
        { method: 'CVSSV2', severity: 'LOW', vector: '(AV:N/AC:L/Au:N/C:N/I:N/A:P)' },
        {
          method: 'CVSSV3',
          severity: 'MEDIUM',
          vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
          score: 5.1,
        },
        { method: 'CVSSV4', severity: 'INFO', score: 1 },
      ],
    });
    const analysis = await analysisOf(finding);
    expect(analysis).toMatchObject({
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisResponse: 'WILL_NOT_FIX',
      analysisDetails: 'Because.',
      isSuppressed: true,
      severity: 'MEDIUM',
      cvssV2Score: 5,
      cvssV3Score: 5.1,
      cvssV4Score: 1,
    });
    expect(analysis.analysisComments).toEqual([
      expect.objectContaining({
        commenter: 'Policy: every field',
        comment: expect.stringContaining('Matched the vulnerability policy every field'),
      }),
    ]);
  });

  it('emits PROJECT_AUDIT_CHANGE for what it changes', async () => {
    const { uuid, vulnId } = await newFinding();
    await create({ condition: `vuln.id == "${vulnId}"` });
    const groups = await listNotifiedGroups(service, uuid);
    expect(groups.filter((group) => group === 'PROJECT_AUDIT_CHANGE')).toHaveLength(1);
  });

  it('is reset when it no longer matches, with an entry in the history', async () => {
    const { finding, vulnId } = await newFinding();
    const uuid = await create({ name: 'for a while', condition: `vuln.id == "${vulnId}"` });
    await change(uuid, { name: 'for a while', condition: 'vuln.id == "CVE-1999-0"' });
    const { analysisState, isSuppressed, analysisComments } = await analysisOf(finding);
    expect([analysisState, isSuppressed]).toEqual(['NOT_SET', false]);
    expect(analysisComments.at(-1).comment).toContain(
      'No longer matched by the vulnerability policy for a while',
    );
  });

  it('is reset when it is deleted, disabled or past its window', async () => {
    for (const end of ['delete', 'disable', 'expire'] as const) {
      const { finding, vulnId } = await newFinding();
      const condition = `vuln.id == "${vulnId}"`;
      const name = `to ${end}`;
      const uuid = await create({ name, condition });
      expect((await analysisOf(finding)).analysisState).toBe('NOT_AFFECTED');
      if (end === 'delete') await remove(uuid);
      if (end === 'disable') await change(uuid, { name, condition, operation_mode: 'DISABLED' });
      if (end === 'expire') await change(uuid, { name, condition, valid_until: Date.now() - 1_000 });
      expect((await analysisOf(finding)).analysisState ?? 'NOT_SET').toBe('NOT_SET');
    }
  });

  it('is not applied before its window', async () => {
    const { finding, vulnId } = await newFinding();
    await create({ condition: `vuln.id == "${vulnId}"`, valid_from: Date.now() + 60_000 });
    expect((await analysisOf(finding)).analysisState ?? 'NOT_SET').toBe('NOT_SET');
  });

  it('changes nothing if it only logs, and never takes precedence over one that applies', async () => {
    const { finding, vulnId } = await newFinding();
    const condition = `vuln.id == "${vulnId}"`;
    await create({ condition, operation_mode: 'LOG', priority: 50, analysis: { state: 'EXPLOITABLE' } });
    expect((await analysisOf(finding)).analysisState ?? 'NOT_SET').toBe('NOT_SET');
    await create({ condition, priority: 10, analysis: { state: 'IN_TRIAGE' } });
    expect((await analysisOf(finding)).analysisState).toBe('IN_TRIAGE');
  });

  it('has precedence by priority, and by age if the priority is equal', async () => {
    const { finding, vulnId } = await newFinding();
    const condition = `vuln.id == "${vulnId}"`;
    await create({ condition, priority: 5, analysis: { state: 'IN_TRIAGE' } });
    await create({ condition, priority: 5, analysis: { state: 'RESOLVED' } });
    expect((await analysisOf(finding)).analysisState).toBe('IN_TRIAGE');
    const highest = await create({ condition, priority: 6, analysis: { state: 'EXPLOITABLE' } });
    expect((await analysisOf(finding)).analysisState).toBe('EXPLOITABLE');
    await remove(highest);
    expect((await analysisOf(finding)).analysisState).toBe('IN_TRIAGE');
  });

  it('keeps its decisions when it is renamed', async () => {
    const { finding, vulnId } = await newFinding();
    const condition = `vuln.id == "${vulnId}"`;
    const uuid = await create({ name: 'before', condition });
    const { analysisComments } = await analysisOf(finding);
    await change(uuid, { name: 'after', condition });
    expect(await analysisOf(finding)).toMatchObject({ analysisState: 'NOT_AFFECTED', analysisComments });
    await remove(uuid);
    const { analysisComments: trail } = await analysisOf(finding);
    expect(trail.at(-1)).toMatchObject({ commenter: 'Policy: after' });
  });

  it('never overwrites a decision of a person', async () => {
    const { finding, vulnId } = await newFinding();
    await decide(finding, { analysisState: 'EXPLOITABLE' });
    await create({ condition: `vuln.id == "${vulnId}"` });
    expect((await analysisOf(finding)).analysisState).toBe('EXPLOITABLE');
  });

  it('leaves later decisions of a person unchanged when it stops matching', async () => {
    const { finding, vulnId } = await newFinding();
    const uuid = await create({ condition: `vuln.id == "${vulnId}"` });
    await decide(finding, { analysisState: 'EXPLOITABLE' });
    await remove(uuid);
    expect((await analysisOf(finding)).analysisState).toBe('EXPLOITABLE');
  });

  it('with an error does not stop the others, and reports it', async () => {
    const { finding, vulnId } = await newFinding();
    const broken = await create({
      condition: `vuln.id == "${vulnId}" && vuln.aliases[7].id == "x"`,
      priority: 90,
    });
    await create({ condition: `vuln.id == "${vulnId}"`, priority: 1, analysis: { state: 'RESOLVED' } });
    expect((await analysisOf(finding)).analysisState).toBe('RESOLVED');
    const { evaluation_error } = (await service.asAdmin('GET', `${PATH}/${broken}`)).body;
    expect(evaluation_error).toContain('index out of bounds');
  });

  it('with a huge comprehension is stopped and reported; the others are unaffected', async () => {
    const { finding, vulnId } = await newFinding();
    const list = `[${'1,'.repeat(99)}1]`;
    const huge = await create({
      condition: `vuln.id == "${vulnId}" && ${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d > 0))))`,
      priority: 90,
    });
    await create({ condition: `vuln.id == "${vulnId}"`, priority: 1, analysis: { state: 'RESOLVED' } });
    expect((await analysisOf(finding)).analysisState).toBe('RESOLVED');
    expect((await service.asAdmin('GET', `${PATH}/${huge}`)).body.evaluation_error).toMatch(
      /takes too (many steps|long)/,
    );
    expect(service.log()).toMatch(/takes too (many steps|long)/);
  });

  it('with a regular expression that would backtrack is evaluated', async () => {
    const { finding, vulnId } = await newFinding(`${'a'.repeat(60)}!`);
    await create({ condition: `vuln.id == "${vulnId}" && !component.name.matches("^(a+)+$")` });
    expect((await analysisOf(finding)).analysisState).toBe('NOT_AFFECTED');
  });
});

describe('an analysis', () => {
  it('applies policies to its findings', async () => {
    await create({ name: 'beforehand', condition: 'component.name == "found-later"' });
    const { finding, uuid } = await newFinding('found-later');
    await analyze(uuid);
    expect((await analysisOf(finding)).analysisState).toBe('NOT_AFFECTED');
  });
});
