import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type SeededFinding,
  seedManyFindings,
  seedVulnerability,
} from '../../../../test/support/finding-fixtures.ts';
import {
  type ProjectWithFindings,
  seedProjectWithFindings,
} from '../../../../test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const bulk = (body: object, query = '') => service.asAdmin('PUT', `/api/v1/analysis/bulk${query}`, body);
const undo = (batch: string) => service.asAdmin('POST', `/api/v1/analysis/bulk/${batch}/undo`);

const named = ({ component, vulnerability }: SeededFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});

const get = async (finding: SeededFinding) =>
  (await service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(named(finding))}`)).body;

const statesOf = async (findings: readonly SeededFinding[]) =>
  Promise.all(findings.map(async (finding) => (await get(finding)).analysisState ?? 'none'));

const lib = (name: string, version: string) => ({
  name,
  version,
  group_name: 'org.acme',
  purl: `pkg:maven/org.acme/${name}@${version}?type=jar`,
  purl_coordinates: `pkg:maven/org.acme/${name}@${version}`,
});

/** A project with two libraries and three findings. */
let one: ProjectWithFindings;
let shops = 0;
beforeEach(async () => {
  const name = `shop ${++shops}`;
  const given = [
    { component: lib('alpha', '1.0'), vulnerabilities: [`CVE-2024-10${shops}`, `GHSA-aaaa-bbbb-${shops}`] },
    { component: lib('beta', '1.0'), vulnerabilities: [`CVE-2024-10${shops}`] },
  ];
  one = await seedProjectWithFindings(service, given, { name, version: '1' });
});

describe('PUT /api/v1/analysis/bulk by ids', () => {
  it('emits PROJECT_AUDIT_CHANGE for each changed finding', async () => {
    await bulk({ findings: one.findings.map(named), analysisState: 'RESOLVED' });
    await bulk({ findings: one.findings.map(named), analysisState: 'RESOLVED' });
    const events = await service.db
      .selectFrom('notification_outbox')
      .select('id')
      .where('project_uuid', '=', one.uuid)
      .where('group_name', '=', 'PROJECT_AUDIT_CHANGE')
      .execute();
    expect(events).toHaveLength(3);
  });
});

describe('PUT /api/v1/analysis/bulk by filter', () => {
  const count = async (filter: object) => {
    const { status, body } = await bulk({ filter, analysisState: 'RESOLVED' }, '?dryRun=true');
    return status === 200 ? body.matched : status;
  };

  it('leaves out inactive findings and findings of removed components', async () => {
    const [first, , third] = one.findings as [SeededFinding, SeededFinding, SeededFinding];
    await service.db
      .updateTable('finding')
      .set({ inactive_since: new Date() })
      .where('component_id', '=', first.component.id)
      .where('vulnerability_id', '=', first.vulnerability.id)
      .execute();
    await service.db
      .updateTable('component')
      .set({ removed_at: new Date() })
      .where('id', '=', third.component.id)
      .execute();
    expect(await count({ projects: [one.uuid] })).toBe(1);
  });
});

describe('POST /api/v1/analysis/bulk/{batch}/undo', () => {
  const byPolicy = async ({ component, vulnerability }: SeededFinding) =>
    service.db
      .insertInto('finding_analysis')
      .values({
        component_id: component.id,
        vulnerability_id: vulnerability.id,
        project_id: 0,
        state: 'EXPLOITABLE',
        decided_by: 'POLICY',
        policy: 'worst first',
        updated_at: new Date(),
      })
      .execute();

  it('restores each finding, with an audit entry', async () => {
    const [first, second, third] = one.findings as [SeededFinding, SeededFinding, SeededFinding];
    await bulk({ findings: [named(first)], analysisState: 'IN_TRIAGE', analysisDetails: 'Looking.' });
    await byPolicy(second);
    const { body } = await bulk({
      filter: { projects: [one.uuid] },
      analysisState: 'RESOLVED',
      analysisDetails: 'Done.',
      isSuppressed: true,
    });
    expect((await undo(body.batch)).body).toEqual({
      batch: body.batch,
      undone: 3,
      changedSince: 0,
      sample: [],
    });
    expect(await get(first)).toMatchObject({
      analysisState: 'IN_TRIAGE',
      analysisDetails: 'Looking.',
      isSuppressed: false,
      decidedBy: 'PERSON',
    });
    expect(await get(second)).toMatchObject({ analysisState: 'EXPLOITABLE', decidedBy: 'POLICY' });
    const undone = await get(third);
    expect(undone).not.toHaveProperty('decidedBy');
    expect(undone.analysisComments.at(-1)).toMatchObject({
      commenter: 'admin',
      comment: expect.stringMatching(
        /^Undone: what admin decided at .*\nAnalysis: RESOLVED → NOT_SET\nDetails: Done\. → \(None\)\nUnsuppressed$/,
      ),
    });
  });

  it('leaves a finding unchanged on which somebody has decided since, and reports it', async () => {
    const [first, second] = one.findings as [SeededFinding, SeededFinding];
    const { body } = await bulk({ filter: { projects: [one.uuid] }, analysisState: 'RESOLVED' });
    await service.asAdmin('PUT', '/api/v1/analysis', { ...named(first), analysisState: 'EXPLOITABLE' });
    await service.asAdmin('PUT', '/api/v1/analysis', {
      ...named(second),
      analysisState: 'RESOLVED',
      comment: 'A comment decides nothing.',
    });
    const answer = await undo(body.batch);
    expect(answer.body).toMatchObject({ undone: 2, changedSince: 1 });
    expect(answer.body.sample).toMatchObject([{ component: { uuid: first.component.uuid } }]);
    expect(await statesOf(one.findings)).toEqual(['EXPLOITABLE', 'NOT_SET', 'NOT_SET']);
  });

  it('answers 409 the second time, also for concurrent requests', async () => {
    const { body } = await bulk({ filter: { projects: [one.uuid] }, analysisState: 'RESOLVED' });
    const answers = await Promise.all([undo(body.batch), undo(body.batch)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await undo(body.batch)).status).toBe(409);
  });

  it('answers 404 if the batch does not exist', async () => {
    expect((await undo(NOBODY)).status).toBe(404);
  });

  it('restores an earlier expiry', async () => {
    const [first] = one.findings as [SeededFinding];
    const expiresAt = Date.now() + 3_600_000;
    await service.asAdmin('PUT', '/api/v1/analysis', { ...named(first), isSuppressed: true, expiresAt });
    const { body } = await bulk({ findings: [named(first)], isSuppressed: false });
    expect(await get(first)).not.toHaveProperty('expiresAt');
    await undo(body.batch);
    expect(await get(first)).toMatchObject({ isSuppressed: true, expiresAt });
  });
});

describe('Many findings', () => {
  it('are decided on in one request and undone in another', async () => {
    const { uuid } = await seedProjectWithFindings(service, []);
    await seedManyFindings(service.db, uuid, await seedVulnerability(service.db, 'CVE-2023-1'), 3_000);
    const { body } = await bulk({
      filter: { projects: [uuid] },
      analysisState: 'NOT_AFFECTED',
      isSuppressed: true,
    });
    expect(body).toMatchObject({ matched: 3_000, applied: 3_000 });
    expect((await undo(body.batch)).body).toMatchObject({ undone: 3_000, changedSince: 0 });
    const left = await service.db
      .selectFrom('finding_analysis as a')
      .innerJoin('project as p', 'p.id', 'a.project_id')
      .select('a.component_id')
      .where('p.uuid', '=', uuid)
      .execute();
    expect(left).toEqual([]);
  });
});
