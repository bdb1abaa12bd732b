import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import {
  ANALYSIS_JUSTIFICATIONS,
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  analysisOperations,
} from '@tallyman/contract';
import {
  NotificationSchema,
  VulnerabilityAnalysisDecisionChangeSubjectSchema,
} from '@tallyman/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import type { SeededFinding } from '../support/finding-fixtures.ts';
import { seedFindings } from '../support/finding-fixtures.ts';
import { removeComponent } from '../support/portfolio-graph.ts';
import { createProjectWithFindings } from '../support/project-with-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function newFinding(): Promise<SeededFinding & { readonly project: string }> {
  const { uuid, findings } = await createProjectWithFindings(service);
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

describe('Access to decisions', () => {
  itKeepsAccessRules(Object.values(analysisOperations), () => service);
});

describe('GET /api/v1/analysis', () => {
  it('answers 404 "No analysis exists." while nobody has decided', async () => {
    const answer = await get(named(await newFinding()));
    expect([answer.status, answer.body.detail]).toEqual([404, 'No analysis exists.']);
  });

  it.each(['project', 'component', 'vulnerability'])(
    'answers 404 for a %s that does not exist',
    async (what) => {
      const answer = await get({ ...named(await newFinding()), [what]: NOBODY });
      expect([answer.status, answer.body.detail]).toEqual([404, `The ${what} could not be found.`]);
    },
  );

  it('answers 404 for a component that an upload has removed', async () => {
    const finding = await newFinding();
    await put(finding, { analysisState: 'IN_TRIAGE' });
    await removeComponent(service, finding.component);
    expect((await get(named(finding))).body.detail).toBe('The component could not be found.');
  });

  it('looks at the project only for whether it exists', async () => {
    const [finding, other] = [await newFinding(), await newFinding()];
    await put(finding, { analysisState: 'IN_TRIAGE' });
    expect((await get({ ...named(finding), project: other.project })).status).toBe(200);
  });

  it('answers 400 without a component or a vulnerability', async () => {
    expect((await get({ component: NOBODY })).status).toBe(400);
    expect((await get({ vulnerability: NOBODY })).status).toBe(400);
    expect((await get({ component: 'x', vulnerability: 'y' })).status).toBe(400);
  });

  it('shows the ratings of the decision, and leaves out what nobody said', async () => {
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
  it.each(ANALYSIS_STATES.filter((state) => state !== 'NOT_SET'))(
    'sets the state %s and back',
    async (state) => {
      const finding = await newFinding();
      expect((await put(finding, { analysisState: state })).body.analysisState).toBe(state);
      expect((await put(finding, { analysisState: 'NOT_SET' })).body.analysisState).toBe('NOT_SET');
      expect(await commentsOf(finding)).toEqual([
        `Analysis: NOT_SET → ${state}`,
        `Analysis: ${state} → NOT_SET`,
      ]);
    },
  );

  it('takes every justification and every response', async () => {
    const finding = await newFinding();
    for (const analysisJustification of ANALYSIS_JUSTIFICATIONS) {
      const { body } = await put(finding, { analysisState: 'NOT_AFFECTED', analysisJustification });
      expect(body.analysisJustification).toBe(analysisJustification);
    }
    for (const analysisResponse of ANALYSIS_RESPONSES) {
      expect((await put(finding, { analysisResponse })).body.analysisResponse).toBe(analysisResponse);
    }
  });

  it('answers 400 for values that are none', async () => {
    const finding = await newFinding();
    for (const body of [
      { analysisState: 'FIXED' },
      { analysisJustification: 'BECAUSE' },
      { analysisResponse: 'NONE' },
      { isSuppressed: 'yes' },
      { expiresAt: 'tomorrow' },
      { expiresAt: 1 },
      { analysisDetails: 'a\u0000b' },
    ]) {
      expect((await put(finding, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await get(named(finding))).status).toBe(404);
  });

  it('writes NOT_SET for an absent state, justification and response; details and suppression stay', async () => {
    const finding = await newFinding();
    await put(finding, {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_PRESENT',
      analysisResponse: 'WILL_NOT_FIX',
      analysisDetails: 'Left out of the build.',
      isSuppressed: true,
    });
    expect((await put(finding, { isSuppressed: null, analysisDetails: null })).body).toMatchObject({
      analysisState: 'NOT_SET',
      analysisJustification: 'NOT_SET',
      analysisResponse: 'NOT_SET',
      analysisDetails: 'Left out of the build.',
      isSuppressed: true,
    });
  });

  it('names every changed field in one entry, and the comment in one after it', async () => {
    const finding = await newFinding();
    const { body } = await put(finding, {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisResponse: 'UPDATE',
      analysisDetails: 'Never called.',
      isSuppressed: true,
      comment: 'Looked at the call graph.',
    });
    expect(
      body.analysisComments.map(({ comment, commenter }: Record<string, string>) => [commenter, comment]),
    ).toEqual([
      [
        'admin',
        'Analysis: NOT_SET → NOT_AFFECTED\nJustification: NOT_SET → CODE_NOT_REACHABLE\n' +
          'Vendor Response: NOT_SET → UPDATE\nDetails: (None) → Never called.\nSuppressed',
      ],
      ['admin', 'Looked at the call graph.'],
    ]);
    await put(finding, { analysisState: 'NOT_AFFECTED', analysisDetails: '', isSuppressed: false });
    expect((await commentsOf(finding)).at(-1)).toBe(
      'Justification: CODE_NOT_REACHABLE → NOT_SET\nVendor Response: UPDATE → NOT_SET\nDetails: Never called. → (None)\nUnsuppressed',
    );
  });

  it('appends nothing when the finding has all of it already, but for a comment', async () => {
    const finding = await newFinding();
    const body = { analysisState: 'IN_TRIAGE', analysisDetails: 'x' };
    await put(finding, body);
    await put(finding, body);
    expect(await commentsOf(finding)).toHaveLength(1);
    await put(finding, { ...body, comment: 'Still looking.' });
    expect(await commentsOf(finding)).toEqual([
      'Analysis: NOT_SET → IN_TRIAGE\nDetails: (None) → x',
      'Still looking.',
    ]);
  });

  it('calls the commenter by the name of the first team of an API key', async () => {
    const finding = await newFinding();
    const { apiKey, teamName } = await createTeamKey(service, 'VULNERABILITY_ANALYSIS');
    const { body } = await service.request('PUT', '/api/v1/analysis', {
      apiKey,
      body: { ...named(finding), analysisState: 'RESOLVED' },
    });
    expect(body.analysisComments[0].commenter).toBe(teamName);
  });

  it.each(['component', 'vulnerability'])('answers 404 for a %s that does not exist', async (what) => {
    const finding = await newFinding();
    const answer = await put(finding, { [what]: NOBODY });
    expect([answer.status, answer.body.detail]).toEqual([404, `The ${what} could not be found.`]);
  });

  it('answers 404 where there is no finding to decide on, or none any more', async () => {
    const [finding, other] = [await newFinding(), await newFinding()];
    const { findings } = await createProjectWithFindings(service, [
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

  it('does not look at the project of the body', async () => {
    expect((await put(await newFinding(), { project: 'whatever' })).status).toBe(200);
  });

  it('answers 403 for a component of a project that the caller may not access', async () => {
    const finding = await newFinding();
    const { apiKey } = await createTeamKey(service, 'VULNERABILITY_ANALYSIS', 'VIEW_VULNERABILITY');
    await switchAccessControl(service, true);
    const body = { ...named(finding), analysisState: 'RESOLVED' };
    expect((await service.request('PUT', '/api/v1/analysis', { apiKey, body })).status).toBe(403);
    const path = `/api/v1/analysis?${new URLSearchParams(named(finding))}`;
    expect((await service.request('GET', path, { apiKey })).status).toBe(403);
    await switchAccessControl(service, false);
    expect((await service.request('PUT', '/api/v1/analysis', { apiKey, body })).status).toBe(200);
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

  it('is emitted when only the suppression changes, and not for anything else', async () => {
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

describe('Two who decide on one finding at the same time', () => {
  it('lose no entry of its history, and each entry starts where the one before it ended', async () => {
    const finding = await newFinding();
    const states = ANALYSIS_STATES.filter((state) => state !== 'NOT_SET');
    await Promise.all(states.map((analysisState) => put(finding, { analysisState })));
    const entries = (await commentsOf(finding)).map((comment) =>
      comment.replace('Analysis: ', '').split(' → '),
    );
    expect(entries).toHaveLength(states.length);
    expect(entries.map(([from]) => from)).toEqual(['NOT_SET', ...entries.slice(0, -1).map(([, to]) => to)]);
  });

  it('do not wait for each other for ever, in whichever order they name the findings', async () => {
    const { uuid } = await createProjectWithFindings(service, []);
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
