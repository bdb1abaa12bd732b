import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreatedFinding, createProjectWithFindings } from '../../../test/support/create-findings.ts';
import { untilPoliciesAreApplied } from '../../../test/support/policies-applied.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { entryOf, importVex, vexOf } from '../../../test/support/vex-imports.ts';
import { expireDecisions } from '../findings/decisions/expire-decisions.ts';
import { applyValidityWindows } from './apply-validity-windows.ts';

const PATH = '/api/v2/vuln-policies';
const HIDING = { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', suppress: true };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

let vulns = 0;

async function newFinding() {
  const vulnId = `CVE-2001-${++vulns}`;
  const { uuid, findings } = await createProjectWithFindings(service, [
    { component: { name: 'acme', version: '1.0' }, vulnerabilities: [vulnId] },
  ]);
  return { project: uuid, vulnId, finding: findings[0] as CreatedFinding };
}

/** A policy about one vulnerability, and its UUID. */
async function createPolicy(vulnId: string, more: object = {}): Promise<string> {
  const condition = `vuln.id == "${vulnId}"`;
  const body = { name: `policy of ${vulnId}`, condition, analysis: HIDING, ...more };
  const answer = await service.asAdmin('POST', PATH, body);
  expect(answer.status, answer.text).toBe(201);
  await untilPoliciesAreApplied(service);
  return answer.body.uuid;
}

const toNames = ({ component, vulnerability }: CreatedFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});

const analysisOf = async (finding: CreatedFinding) =>
  (await service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(toNames(finding))}`)).body;

describe('a vulnerability policy', () => {
  it('is applied when its validity begins, without any other change', async () => {
    const { finding, vulnId } = await newFinding();
    const uuid = await createPolicy(vulnId, { valid_from: Date.now() + 600_000 });
    expect((await analysisOf(finding)).analysisState).toBeUndefined();
    // As if ten minutes had passed.
    await service.db
      .updateTable('vuln_policy')
      .set({ valid_from: new Date(Date.now() - 1_000), created_at: new Date(Date.now() - 601_000) })
      .where('uuid', '=', uuid)
      .execute();
    await applyValidityWindows(service.context);
    await untilPoliciesAreApplied(service);
    expect((await analysisOf(finding)).analysisState).toBe('NOT_AFFECTED');
  });

  it('does not return when a later decision expires after the policy was deleted', async () => {
    const { finding, vulnId } = await newFinding();
    const uuid = await createPolicy(vulnId);
    await service.asAdmin('PUT', '/api/v1/analysis', {
      ...toNames(finding),
      analysisState: 'EXPLOITABLE',
      isSuppressed: false,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect((await service.asAdmin('DELETE', `${PATH}/${uuid}`)).status).toBe(204);
    await untilPoliciesAreApplied(service);
    // As if an hour had passed.
    const { numUpdatedRows } = await service.db
      .updateTable('finding_analysis')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('expires_at', 'is not', null)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    await expireDecisions(service.context);
    expect(await analysisOf(finding)).toMatchObject({ analysisState: 'NOT_SET', isSuppressed: false });
  });
});

describe('a VEX document that agrees with a policy', () => {
  it('changes nothing when it is imported again', async () => {
    const { project, vulnId } = await newFinding();
    await createPolicy(vulnId);
    const document = vexOf([entryOf(vulnId, { state: 'not_affected', justification: 'code_not_reachable' })]);
    await importVex(service, project, document);
    const rows = () =>
      service.db.selectFrom('finding_analysis').selectAll().orderBy('component_id').execute();
    const before = await rows();
    const receipt = await importVex(service, project, document);
    expect(receipt.entries[0]?.components[0]).not.toHaveProperty('takenOverFrom');
    expect(await rows()).toEqual(before);
  });
});

describe('POST /api/v2/vuln-policies/evaluate', () => {
  it('evaluates the findings of the last days', async () => {
    const [one] = [await newFinding(), await newFinding()];
    const { id } = await service.db
      .selectFrom('component')
      .select('id')
      .where('uuid', '=', one.finding.component.uuid)
      .executeTakeFirstOrThrow();
    const all = await service.db.selectFrom('finding').select('component_id').execute();
    await service.db
      .updateTable('finding')
      .set({ first_seen: new Date(Date.now() - 10 * 86_400_000) })
      .where('component_id', '=', id)
      .execute();
    const matched = async (days: number) => {
      const policy = { name: 'draft', condition: 'true', analysis: HIDING };
      return (await service.asAdmin('POST', `${PATH}/evaluate`, { policy, days })).body.matched;
    };
    expect(await matched(5)).toBe(all.length - 1);
    expect(await matched(11)).toBe(all.length);
  });
});
