import {
  ANALYSIS_JUSTIFICATIONS,
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  analysisOperations,
} from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { type CreatedFinding, createProjectWithFindings } from '../support/create-findings.ts';
import { removeComponent } from '../support/portfolio-graph.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function newFinding(): Promise<CreatedFinding & { readonly project: string }> {
  const { uuid, findings } = await createProjectWithFindings(service);
  return { ...(findings[0] as CreatedFinding), project: uuid };
}

const named = ({ component, vulnerability }: CreatedFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});

const put = (finding: CreatedFinding, body: object = {}) =>
  service.asAdmin('PUT', '/api/v1/analysis', { ...named(finding), ...body });

const get = (query: Record<string, string>) =>
  service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(query)}`);

async function commentsOf(finding: CreatedFinding): Promise<string[]> {
  const { body } = await get(named(finding));
  return (body.analysisComments ?? []).map(({ comment }: { comment: string }) => comment);
}

describe('Access to decisions', () => {
  itKeepsAccessRules(Object.values(analysisOperations), () => service);
});

describe('GET /api/v1/analysis', () => {
  it('answers 404 "No analysis exists." if nobody has decided', async () => {
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
    await removeComponent(service, { uuid: finding.project }, finding.component);
    expect((await get(named(finding))).body.detail).toBe('The component could not be found.');
  });

  it('checks only whether the project exists', async () => {
    const [finding, other] = [await newFinding(), await newFinding()];
    await put(finding, { analysisState: 'IN_TRIAGE' });
    expect((await get({ ...named(finding), project: other.project })).status).toBe(200);
  });

  it('answers 400 without a component or a vulnerability', async () => {
    expect((await get({ component: NOBODY })).status).toBe(400);
    expect((await get({ vulnerability: NOBODY })).status).toBe(400);
    expect((await get({ component: 'x', vulnerability: 'y' })).status).toBe(400);
  });
});

describe('PUT /api/v1/analysis', () => {
  it.each(ANALYSIS_STATES.filter((state) => state !== 'NOT_SET'))(
    'sets the state %s and resets it',
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

  it('accepts every justification and every response', async () => {
    const finding = await newFinding();
    for (const analysisJustification of ANALYSIS_JUSTIFICATIONS) {
      const { body } = await put(finding, { analysisState: 'NOT_AFFECTED', analysisJustification });
      expect(body.analysisJustification).toBe(analysisJustification);
    }
    for (const analysisResponse of ANALYSIS_RESPONSES) {
      expect((await put(finding, { analysisResponse })).body.analysisResponse).toBe(analysisResponse);
    }
  });

  it('rejects unknown values', async () => {
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

  it('has an expiry, which lists of findings show as well', async () => {
    const finding = await newFinding();
    const expiresAt = Date.now() + 3_600_000;
    await put(finding, { analysisState: 'IN_TRIAGE', expiresAt });
    const search = `${finding.component.uuid}:${finding.vulnerability.uuid}`;
    const { body } = await service.asAdmin('GET', `/api/v1/finding?search=${search}`);
    expect(body[0].analysis).toMatchObject({ state: 'IN_TRIAGE', expiresAt });
  });

  it('writes NOT_SET for an absent state, justification and response; leaves details and suppression unchanged', async () => {
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

  it('appends one entry that names every changed field, and one with the comment', async () => {
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

  it('appends only the comment if nothing changes', async () => {
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

  it('names the first team of an API key as the commenter', async () => {
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

  it('ignores the project of the body', async () => {
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
