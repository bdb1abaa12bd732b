import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/bom-uploads.ts';
import { type CreatedFinding, createProjectWithFindings } from '../support/create-findings.ts';
import { untilPoliciesAreApplied } from '../support/policies-applied.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { entryOf, importVex, vexOf } from '../support/vex-imports.ts';

const PATH = '/api/v2/vuln-policies';
const HIDING = { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', suppress: true };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const settled = () => untilPoliciesAreApplied(service);

let number = 0;

interface Case {
  readonly project: string;
  readonly finding: CreatedFinding;
  readonly vulnId: string;
  readonly policy: { readonly uuid: string; readonly body: Json };
}

/** A finding with a separate policy that has decided on it. */
const newCase = async (analysis: Json = HIDING): Promise<Case> => {
  const vulnId = `CVE-2002-${++number}`;
  const { uuid: project, findings } = await createProjectWithFindings(service, [
    { component: { name: 'acme', version: '1.0' }, vulnerabilities: [vulnId] },
  ]);
  const body = { name: `policy of ${vulnId}`, condition: `vuln.id == "${vulnId}"`, analysis };
  const answer = await service.asAdmin('POST', PATH, body);
  expect(answer.status).toBe(201);
  await settled();
  return {
    project,
    finding: findings[0] as CreatedFinding,
    vulnId,
    policy: { uuid: answer.body.uuid, body },
  };
};

const analysisOf = async ({ finding: { component, vulnerability } }: Case) => {
  const query = new URLSearchParams({ component: component.uuid, vulnerability: vulnerability.uuid });
  return (await service.asAdmin('GET', `/api/v1/analysis?${query}`)).body;
};
const decide = ({ finding: { component, vulnerability } }: Case, fields: object) =>
  service.asAdmin('PUT', '/api/v1/analysis', {
    component: component.uuid,
    vulnerability: vulnerability.uuid,
    ...fields,
  });
const importStatement = ({ project, vulnId }: Case, analysis: Json) =>
  importVex(service, project, vexOf([entryOf(vulnId, analysis)]));
const remove = async ({ policy }: Case) => {
  expect((await service.asAdmin('DELETE', `${PATH}/${policy.uuid}`)).status).toBe(204);
  await settled();
};
const change = async ({ policy }: Case, more: Json) => {
  const answer = await service.asAdmin('PUT', `${PATH}/${policy.uuid}`, { ...policy.body, ...more });
  expect(answer.status).toBe(204);
  await settled();
};

const SAME = { state: 'not_affected', justification: 'code_not_reachable' };

describe('a decision that confirms a policy is owned by its author', () => {
  it('a VEX document: it stays when the policy is deleted', async () => {
    const one = await newCase();
    const before = await analysisOf(one);
    const receipt = await importStatement(one, SAME);
    const [component] = receipt.entries[0]?.components ?? [];
    expect(component).toMatchObject({ fate: 'unchanged', takenOverFrom: one.policy.body.name });
    const agreed = await analysisOf(one);
    expect(agreed).toEqual({ ...before, decidedBy: 'VEX' });
    await remove(one);
    expect(await analysisOf(one)).toEqual(agreed);
  });

  it('a person: it stays when the policy is deleted', async () => {
    const one = await newCase();
    await decide(one, {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      isSuppressed: true,
    });
    const agreed = await analysisOf(one);
    expect(agreed).toMatchObject({ decidedBy: 'PERSON', isSuppressed: true });
    expect(agreed.analysisComments).toHaveLength(1);
    await remove(one);
    expect(await analysisOf(one)).toEqual(agreed);
  });
});

describe('when a policy ends, fields that only the policy has set are reset', () => {
  it.each(['deleted', 'disabled', 'past its window', 'about something else now'])(
    'when it is %s: an exploitable finding is no longer suppressed',
    async (how) => {
      const one = await newCase();
      await importStatement(one, { state: 'exploitable' });
      expect(await analysisOf(one)).toMatchObject({ analysisState: 'EXPLOITABLE', isSuppressed: true });
      if (how === 'deleted') await remove(one);
      else if (how === 'disabled') await change(one, { operation_mode: 'DISABLED' });
      else if (how === 'past its window') await change(one, { valid_until: Date.now() - 1_000 });
      else await change(one, { condition: 'vuln.id == "CVE-1999-0"' });
      const analysis = await analysisOf(one);
      expect(analysis).toMatchObject({
        analysisState: 'EXPLOITABLE',
        analysisJustification: 'NOT_SET',
        isSuppressed: false,
        decidedBy: 'VEX',
      });
      expect(analysis.analysisComments.at(-1)).toMatchObject({
        commenter: `Policy: ${one.policy.body.name}`,
        comment: [
          `No longer matched by the vulnerability policy ${one.policy.body.name}`,
          'Justification: CODE_NOT_REACHABLE → NOT_SET',
          'Unsuppressed',
        ].join('\n'),
      });
    },
  );

  it('also fields that it no longer sets, while it still matches', async () => {
    const one = await newCase();
    await importStatement(one, { state: 'exploitable' });
    await change(one, { analysis: { ...HIDING, suppress: false } });
    expect(await analysisOf(one)).toMatchObject({
      analysisState: 'EXPLOITABLE',
      analysisJustification: 'CODE_NOT_REACHABLE',
      isSuppressed: false,
    });
  });

  it('but not fields that a person has set since', async () => {
    const one = await newCase();
    await decide(one, { analysisState: 'EXPLOITABLE', isSuppressed: true });
    await remove(one);
    expect(await analysisOf(one)).toMatchObject({
      analysisState: 'EXPLOITABLE',
      analysisJustification: 'NOT_SET',
      isSuppressed: true,
    });
  });

  it('under its current name, if it was renamed', async () => {
    const one = await newCase();
    await importStatement(one, { state: 'exploitable' });
    await change(one, { name: `renamed ${one.vulnId}` });
    expect(await analysisOf(one)).toMatchObject({ isSuppressed: true });
    await remove(one);
    const { analysisComments, isSuppressed } = await analysisOf(one);
    expect(isSuppressed).toBe(false);
    expect(analysisComments.at(-1).commenter).toBe(`Policy: renamed ${one.vulnId}`);
  });
});
