import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CreatedFinding,
  createProjectWithFindings,
  type GivenFindings,
} from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const named = ({ component, vulnerability }: CreatedFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});
const decide = (finding: CreatedFinding, body: object) =>
  service.asAdmin('PUT', '/api/v1/analysis', { ...named(finding), ...body });
const get = async (finding: CreatedFinding) =>
  (await service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(named(finding))}`)).body;
const carryOver = (to: string, from: string, more = '') =>
  service.asAdmin('POST', `/api/v1/project/${to}/carry-over?from=${from}${more}`);

const lib = (name: string, version: string) => ({ name, version, purl: `pkg:npm/${name}@${version}` });

type Given = GivenFindings['component'];

/** A finding of the same vulnerability in two projects, on these components. */
async function pairOf(here: Given, there: Given) {
  const project = (component: Given) =>
    createProjectWithFindings(service, [{ component, vulnerabilities: ['CVE-2024-7'] }]);
  const [from, to] = [await project(here), await project(there)];
  return {
    from: { ...from, finding: from.findings[0] as CreatedFinding },
    to: { ...to, finding: to.findings[0] as CreatedFinding },
  };
}

describe('POST /api/v1/project/{to}/carry-over', () => {
  const DECIDED = {
    analysisState: 'NOT_AFFECTED',
    analysisJustification: 'CODE_NOT_PRESENT',
    analysisResponse: 'WILL_NOT_FIX',
    analysisDetails: 'Left out of the build.',
    isSuppressed: true,
  };

  it('carries a decision over, with an audit entry that names its origin', async () => {
    const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
    await decide(from.finding, DECIDED);
    const answer = await carryOver(to.uuid, from.uuid);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      dryRun: false,
      from: { uuid: from.uuid, name: from.name, version: '1.0' },
      matched: 1,
      applied: 1,
      unchanged: 0,
      outranked: 0,
      versionChanged: 0,
    });
    const carried = await get(to.finding);
    expect(carried).toMatchObject({ ...DECIDED, decidedBy: 'CARRIED_OVER' });
    expect(carried.analysisComments).toHaveLength(1);
    expect(carried.analysisComments[0].comment).toMatch(
      new RegExp(
        `^Carried over from ${from.name} 1.0: decided by admin at 20.*Z\nAnalysis: NOT_SET → NOT_AFFECTED\n`,
      ),
    );
  });

  it('is idempotent', async () => {
    const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
    await decide(from.finding, DECIDED);
    await carryOver(to.uuid, from.uuid);
    expect((await carryOver(to.uuid, from.uuid)).body).toMatchObject({ applied: 0, unchanged: 1 });
    expect((await get(to.finding)).analysisComments).toHaveLength(1);
  });

  it('returns the same result in a dry run, and changes nothing', async () => {
    const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
    await decide(from.finding, DECIDED);
    const { body } = await carryOver(to.uuid, from.uuid, '&dryRun=true');
    expect(body).toMatchObject({ dryRun: true, matched: 1, applied: 1 });
    expect(body.sample).toMatchObject([{ component: { uuid: to.finding.component.uuid }, fate: 'applied' }]);
    expect(await get(to.finding)).toMatchObject({ detail: 'No analysis exists.' });
  });

  it.each<[string, Given, Given, boolean]>([
    ['the same package URL', lib('b', '1.0'), lib('b', '1.0'), true],
    [
      'the same coordinates',
      { ...lib('b', '1.0'), purl: 'pkg:npm/b@1.0?x=1' },
      { ...lib('b', '1.0'), name: 'other', purl: 'pkg:npm/b@1.0?x=2' },
      true,
    ],
    [
      'the same CPE',
      { name: 'b', cpe: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' },
      { name: 'c', cpe: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' },
      true,
    ],
    ['the same SWID tag', { name: 'b', swidTagId: 'tag' }, { name: 'c', swidTagId: 'tag' }, true],
    [
      'the same group, name and version',
      { name: 'b', group: 'g', version: '1' },
      { name: 'b', group: 'g', version: '1' },
      true,
    ],
    ['another name', { name: 'b', version: '1' }, { name: 'c', version: '1' }, false],
    ['another group', { name: 'b', group: 'g' }, { name: 'b', group: 'h' }, false],
    [
      'the same CPE, but another package',
      { ...lib('b', '1.0'), cpe: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' },
      { ...lib('c', '1.0'), cpe: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' },
      false,
    ],
  ])('compares components with %s', async (_what, here, there, isSame) => {
    const { from, to } = await pairOf(here, there);
    await decide(from.finding, DECIDED);
    expect((await carryOver(to.uuid, from.uuid)).body.applied).toBe(isSame ? 1 : 0);
  });

  it.each([
    [{ analysisState: 'NOT_AFFECTED' }, false],
    [{ analysisState: 'FALSE_POSITIVE' }, false],
    [{ analysisState: 'RESOLVED' }, false],
    [{ isSuppressed: true }, false],
    [{ analysisState: 'EXPLOITABLE', isSuppressed: true }, false],
    [{ analysisState: 'EXPLOITABLE' }, true],
    [{ analysisState: 'IN_TRIAGE' }, true],
  ])('carries %o over to another version of the component: %s', async (body, holds) => {
    for (const [here, there] of [
      [lib('d', '1.0'), lib('d', '1.1')],
      [
        { name: 'd', version: '1.0' },
        { name: 'd', version: '1.1' },
      ],
    ] as const) {
      const { from, to } = await pairOf(here, there);
      await decide(from.finding, body);
      const answer = await carryOver(to.uuid, from.uuid);
      expect(answer.body).toMatchObject({
        matched: 1,
        applied: holds ? 1 : 0,
        versionChanged: holds ? 0 : 1,
      });
      if (holds) {
        expect((await get(to.finding)).analysisComments[0].comment).toContain(
          'on version 1.0 of the component',
        );
      }
    }
  });

  it('answers 404 if a project does not exist and 400 if both are the same', async () => {
    const { uuid } = await createProjectWithFindings(service, []);
    expect((await carryOver(uuid, NOBODY)).status).toBe(404);
    expect((await carryOver(NOBODY, uuid)).status).toBe(404);
    expect((await carryOver(uuid, uuid)).status).toBe(400);
    expect((await service.asAdmin('POST', `/api/v1/project/${uuid}/carry-over`)).status).toBe(400);
  });

  it('answers 403 unless the caller may access both projects', async () => {
    const { from, to } = await pairOf(lib('a', '1.0'), lib('a', '1.0'));
    await decide(from.finding, DECIDED);
    const { apiKey, teamUuid } = await createTeamKey(service, 'VULNERABILITY_ANALYSIS');
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: to.uuid });
    await switchAccessControl(service, true);
    const ask = () =>
      service.request('POST', `/api/v1/project/${to.uuid}/carry-over?from=${from.uuid}`, { apiKey });
    expect((await ask()).status).toBe(403);
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: from.uuid });
    expect((await ask()).body).toMatchObject({ applied: 1 });
    await switchAccessControl(service, false);
  });
});
