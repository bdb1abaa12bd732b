import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { ANALYSIS_STATES } from '@tallyman/contract';
import {
  NotificationSchema,
  VulnerabilityAnalysisDecisionChangeSubjectSchema,
} from '@tallyman/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeededFinding } from '../../../../test/support/finding-fixtures.ts';
import { seedFindings } from '../../../../test/support/finding-fixtures.ts';
import { seedProjectWithFindings } from '../../../../test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function newFinding(): Promise<SeededFinding & { readonly project: string }> {
  const { uuid, findings } = await seedProjectWithFindings(service);
  return { ...(findings[0] as SeededFinding), project: uuid };
}

const named = ({ component, vulnerability }: SeededFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});

const put = (finding: SeededFinding, body: object = {}) =>
  service.asAdmin('PUT', '/api/v1/analysis', { ...named(finding), ...body });

const get = (query: Record<string, string>) =>
  service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(query)}`);

async function commentsOf(finding: SeededFinding): Promise<string[]> {
  const { body } = await get(named(finding));
  return (body.analysisComments ?? []).map(({ comment }: { comment: string }) => comment);
}

async function eventsOf(project: string) {
  const rows = await service.db
    .selectFrom('notification_outbox')
    .select('notification')
    .where('project_uuid', '=', project)
    .where('group_name', '=', 'PROJECT_AUDIT_CHANGE')
    .orderBy('id')
    .execute();
  return rows.map((row) => fromBinary(NotificationSchema, row.notification));
}

describe('GET /api/v1/analysis', () => {
  it('presents the ratings of the decision, without absent members', async () => {
    const finding = await newFinding();
    await put(finding, { analysisState: 'EXPLOITABLE' });
    expect((await get(named(finding))).body).toEqual({
      analysisState: 'EXPLOITABLE',
      analysisJustification: 'NOT_SET',
      analysisResponse: 'NOT_SET',
      analysisComments: [
        { timestamp: expect.any(Number), comment: 'Analysis: NOT_SET → EXPLOITABLE', commenter: 'admin' },
      ],
      isSuppressed: false,
      decidedBy: 'PERSON',
    });
    await service.db
      .updateTable('finding_analysis')
      .set({ owasp_vector: 'SL:1', owasp_score: 4.5, severity: 'LOW', cvss_v3_score: 3.1 })
      .where('component_id', '=', finding.component.id)
      .execute();
    expect((await get(named(finding))).body).toMatchObject({
      owaspVector: 'SL:1',
      owaspScore: 4.5,
      severity: 'LOW',
      cvssV3Score: 3.1,
    });
  });
});

describe('PUT /api/v1/analysis', () => {
  it('answers 404 if there is no active finding', async () => {
    const [finding, other] = [await newFinding(), await newFinding()];
    const { findings } = await seedProjectWithFindings(service, [
      { component: { name: 'b' }, vulnerabilities: ['CVE-2024-2'] },
    ]);
    const stranger = findings[0] as SeededFinding;
    const answer = await put({ component: finding.component, vulnerability: stranger.vulnerability });
    expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining('no finding')]);
    await service.db
      .updateTable('finding')
      .set({ inactive_since: new Date() })
      .where('component_id', '=', other.component.id)
      .execute();
    expect((await put(other, { analysisState: 'RESOLVED' })).status).toBe(404);
  });
});

describe('PROJECT_AUDIT_CHANGE', () => {
  it('is emitted when the state changes, with the finding and its new decision', async () => {
    const finding = await newFinding();
    await put(finding, { analysisState: 'NOT_AFFECTED', isSuppressed: true });
    const [event] = await eventsOf(finding.project);
    expect(event?.title).toBe('Analysis Decision: NOT_AFFECTED');
    expect(event?.content).toBe('An analysis decision was made to a finding affecting a project');
    const subject =
      event?.subject && anyUnpack(event.subject, VulnerabilityAnalysisDecisionChangeSubjectSchema);
    expect(subject).toMatchObject({
      component: { uuid: finding.component.uuid, name: 'a', version: '1.0' },
      project: { uuid: finding.project },
      vulnerability: {
        uuid: finding.vulnerability.uuid,
        vulnId: 'CVE-2024-1',
        source: 'NVD',
        severity: 'HIGH',
      },
      analysis: { state: 'NOT_AFFECTED', suppressed: true, project: { uuid: finding.project } },
    });
  });

  it('is emitted if only the suppression changes, and for no other field', async () => {
    const finding = await newFinding();
    await put(finding, { isSuppressed: true });
    await put(finding, { isSuppressed: false });
    await put(finding, { analysisDetails: 'x', analysisResponse: 'UPDATE', comment: 'y' });
    expect((await eventsOf(finding.project)).map(({ title }) => title)).toEqual([
      'Analysis Decision: Violation Suppressed',
      'Analysis Decision: Violation Unsuppressed',
    ]);
  });
});

describe('Concurrent decisions on one finding', () => {
  it('lose no audit entry, and each entry continues the one before', async () => {
    const finding = await newFinding();
    const states = ANALYSIS_STATES.filter((state) => state !== 'NOT_SET');
    await Promise.all(states.map((analysisState) => put(finding, { analysisState })));
    const entries = (await commentsOf(finding)).map((comment) =>
      comment.replace('Analysis: ', '').split(' → '),
    );
    expect(entries).toHaveLength(states.length);
    expect(entries.map(([from]) => from)).toEqual(['NOT_SET', ...entries.slice(0, -1).map(([, to]) => to)]);
  });

  it('do not deadlock, whatever the order of the findings', async () => {
    const { uuid } = await seedProjectWithFindings(service, []);
    const findings = await seedFindings(service.db, uuid, [
      { component: { name: 'x' }, vulnerabilities: ['CVE-2024-1', 'CVE-2024-2', 'CVE-2024-3'] },
    ]);
    const bulk = (order: SeededFinding[], analysisState: string) =>
      service.asAdmin('PUT', '/api/v1/analysis/bulk', { findings: order.map(named), analysisState });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        bulk(n % 2 ? findings : findings.toReversed(), n % 2 ? 'IN_TRIAGE' : 'RESOLVED'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});
