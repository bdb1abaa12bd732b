import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CreatedFinding,
  createProjectWithFindings,
  type ProjectWithFindings,
} from '../support/create-findings.ts';
import { importOsv } from '../support/data-source-imports.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const bulk = (body: object, query = '') => service.asAdmin('PUT', `/api/v1/analysis/bulk${query}`, body);

const named = ({ component, vulnerability }: CreatedFinding) => ({
  component: component.uuid,
  vulnerability: vulnerability.uuid,
});

const get = async (finding: CreatedFinding) =>
  (await service.asAdmin('GET', `/api/v1/analysis?${new URLSearchParams(named(finding))}`)).body;

const statesOf = async (findings: readonly CreatedFinding[]) =>
  Promise.all(findings.map(async (finding) => (await get(finding)).analysisState ?? 'none'));

const lib = (name: string, version: string) => ({
  name,
  version,
  group: 'org.acme',
  purl: `pkg:maven/org.acme/${name}@${version}?type=jar`,
});

/** Two versions of one project and another project, each with two libraries and three findings. */
let one: ProjectWithFindings;
let two: ProjectWithFindings;
let other: ProjectWithFindings;
let shops = 0;
beforeEach(async () => {
  const name = `shop ${++shops}`;
  const [cve, ghsa] = [`CVE-2024-10${shops}`, `GHSA-aaaa-bbbb-${shops}`];
  await importOsv(service, { [ghsa]: { database_specific: { severity: 'HIGH' } } });
  const given = (version: string) => [
    { component: lib('alpha', version), vulnerabilities: [cve, { source: 'GITHUB', vulnId: ghsa }] },
    { component: lib('beta', version), vulnerabilities: [cve] },
  ];
  one = await createProjectWithFindings(service, given('1.0'), { name, version: '1' });
  two = await createProjectWithFindings(service, given('2.0'), { name, version: '2' });
  other = await createProjectWithFindings(service, given('1.0'));
});

describe('PUT /api/v1/analysis/bulk by ids', () => {
  it('decides on each finding with one audit entry and returns the counts', async () => {
    const answer = await bulk({
      findings: one.findings.map(named),
      analysisState: 'NOT_AFFECTED',
      isSuppressed: true,
      comment: 'Reviewed together.',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      dryRun: false,
      batch: expect.stringMatching(/^[0-9a-f-]{36}$/),
      matched: 3,
      projects: 1,
      applied: 3,
      unchanged: 0,
      missing: 0,
    });
    for (const finding of one.findings) {
      const { analysisComments } = await get(finding);
      expect(analysisComments.map(({ comment }: { comment: string }) => comment)).toEqual([
        'Analysis: NOT_SET → NOT_AFFECTED\nSuppressed',
        'Reviewed together.',
      ]);
    }
    expect(await statesOf(two.findings)).toEqual(['none', 'none', 'none']);
  });

  it('leaves absent members unchanged and counts unchanged findings', async () => {
    const [first] = one.findings as [CreatedFinding];
    await bulk({ findings: [named(first)], analysisState: 'IN_TRIAGE', analysisDetails: 'Looking.' });
    const { body } = await bulk({ findings: one.findings.map(named), analysisState: 'IN_TRIAGE' });
    expect(body).toMatchObject({ matched: 3, applied: 2, unchanged: 1 });
    expect(await get(first)).toMatchObject({ analysisState: 'IN_TRIAGE', analysisDetails: 'Looking.' });
  });

  it('counts pairs without a finding as missing, and a pair named twice once', async () => {
    const [first] = one.findings as [CreatedFinding];
    const findings = [named(first), named(first), { ...named(first), vulnerability: NOBODY }];
    const { body } = await bulk({ findings, analysisState: 'RESOLVED' });
    expect(body).toMatchObject({ matched: 1, applied: 1, missing: 1 });
  });
});

describe('PUT /api/v1/analysis/bulk by filter', () => {
  const count = async (filter: object) => {
    const { status, body } = await bulk({ filter, analysisState: 'RESOLVED' }, '?dryRun=true');
    return status === 200 ? body.matched : status;
  };

  it('filters by vulnerability, with or without its source', async () => {
    const everyProject = true;
    const vulnId = `CVE-2024-10${shops}`;
    expect(await count({ everyProject, vulnerabilities: [{ vulnId }] })).toBe(6);
    expect(await count({ everyProject, vulnerabilities: [{ vulnId, source: 'internal' }] })).toBe(6);
    expect(await count({ everyProject, vulnerabilities: [{ vulnId, source: 'GITHUB' }] })).toBe(0);
    const both = [{ vulnId }, { vulnId: `GHSA-aaaa-bbbb-${shops}`, source: 'ADVISORY' }];
    expect(await count({ everyProject, vulnerabilities: both })).toBe(9);
  });

  it('filters by component: package, coordinates, package URL, group, name, version', async () => {
    const of = (component: object) => count({ projects: [one.uuid, two.uuid], component });
    expect(await of({ purl: 'pkg:maven/org.acme/alpha' })).toBe(4);
    expect(await of({ purl: 'pkg:maven/org.acme/alp' })).toBe(0);
    expect(await of({ purl: 'pkg:maven/org.acme/alpha@1.0' })).toBe(2);
    expect(await of({ purl: 'pkg:maven/org.acme/alpha@1.0?type=jar' })).toBe(2);
    expect(await of({ purl: 'pkg:maven/org.acme/alpha@1.0?type=war' })).toBe(0);
    expect(await of({ group: 'org.acme', name: 'beta' })).toBe(2);
    expect(await of({ name: 'beta', version: '2.0' })).toBe(1);
    expect(await of({ cpe: 'cpe:2.3:a:x:y:*:*:*:*:*:*:*:*' })).toBe(0);
  });

  it('filters by project, by all versions of a project, and over every project', async () => {
    const vulnerabilities = [{ vulnId: `CVE-2024-10${shops}` }];
    expect(await count({ vulnerabilities, projects: [one.uuid] })).toBe(2);
    expect(await count({ vulnerabilities, projects: [one.uuid, other.uuid, NOBODY] })).toBe(4);
    expect(await count({ vulnerabilities, projectName: one.name })).toBe(4);
    expect(await count({ vulnerabilities, everyProject: true })).toBe(6);
  });

  it('filters by state, severity and suppression', async () => {
    const [first] = one.findings as [CreatedFinding];
    await bulk({ findings: [named(first)], analysisState: 'EXPLOITABLE', isSuppressed: true });
    const of = (filter: object) => count({ projects: [one.uuid], ...filter });
    expect(await of({ states: ['NOT_SET'] })).toBe(2);
    expect(await of({ states: ['NOT_SET', 'EXPLOITABLE'] })).toBe(3);
    expect(await of({ suppressed: true })).toBe(1);
    expect(await of({ suppressed: false })).toBe(2);
    expect(await of({ severities: ['HIGH'] })).toBe(3);
    expect(await of({ severities: ['LOW', 'CRITICAL'] })).toBe(0);
  });

  it('applies to all versions of a project at once', async () => {
    const { body } = await bulk({ filter: { projectName: one.name }, analysisState: 'IN_TRIAGE' });
    expect(body).toMatchObject({ matched: 6, applied: 6, projects: 2 });
    expect(await statesOf([...one.findings, ...two.findings])).toEqual(Array(6).fill('IN_TRIAGE'));
    expect(await statesOf(other.findings)).toEqual(['none', 'none', 'none']);
  });

  it.each([
    ['nothing to decide on', { analysisState: 'RESOLVED' }],
    ['both ids and a filter', { analysisState: 'RESOLVED', findings: [], filter: { everyProject: true } }],
    ['no word on projects', { analysisState: 'RESOLVED', filter: { states: ['NOT_SET'] } }],
    ['nothing decided', { filter: { everyProject: true } }],
    [
      'a member that no filter has',
      { analysisState: 'RESOLVED', filter: { everyProject: true, project: 'x' } },
    ],
    ['a member that no request has', { state: 'RESOLVED', comment: 'x', filter: { everyProject: true } }],
    [
      'an unknown source',
      {
        analysisState: 'RESOLVED',
        filter: { everyProject: true, vulnerabilities: [{ vulnId: 'x', source: 'y' }] },
      },
    ],
    [
      'no package URL',
      { analysisState: 'RESOLVED', filter: { everyProject: true, component: { purl: 'x' } } },
    ],
    [
      'an expiry in the past',
      { isSuppressed: true, expiresAt: '2020-01-01', filter: { everyProject: true } },
    ],
  ])('rejects a request with %s', async (_what, body) => {
    expect((await bulk(body)).status).toBe(400);
  });
});

describe('A dry run', () => {
  it.each([
    ['in the query', {}, '?dryRun=true'],
    ['in the body', { dryRun: true }, ''],
  ])('requested %s returns the counts and a sample, and changes nothing', async (_where, member, query) => {
    const [first] = one.findings as [CreatedFinding];
    await bulk({ findings: [named(first)], analysisState: 'NOT_AFFECTED' });
    const { body } = await bulk(
      { filter: { projects: [one.uuid] }, analysisState: 'NOT_AFFECTED', ...member },
      query,
    );
    expect(body).toMatchObject({ dryRun: true, matched: 3, applied: 2, unchanged: 1, projects: 1 });
    expect(body).not.toHaveProperty('batch');
    expect(body.sample).toHaveLength(3);
    expect(body.sample.at(-1)).toEqual({
      project: { uuid: one.uuid, name: one.name, version: '1' },
      component: {
        uuid: expect.any(String),
        group: 'org.acme',
        name: 'beta',
        version: '1.0',
        purl: 'pkg:maven/org.acme/beta@1.0?type=jar',
      },
      vulnerability: { uuid: expect.any(String), source: 'INTERNAL', vulnId: `CVE-2024-10${shops}` },
      fate: 'applied',
      changes: [{ field: 'state', from: 'NOT_SET', to: 'NOT_AFFECTED' }],
    });
    expect(await statesOf(one.findings)).toEqual(['NOT_AFFECTED', 'none', 'none']);
  });
});

describe('Portfolio access control', () => {
  it('ignores findings of projects that the caller may not access', async () => {
    const { apiKey, teamUuid } = await createTeamKey(service, 'VULNERABILITY_ANALYSIS_UPDATE');
    await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: two.uuid });
    await switchAccessControl(service, true);
    const ask = (body: object) => service.request('PUT', '/api/v1/analysis/bulk', { apiKey, body });
    const vulnerabilities = [{ vulnId: `CVE-2024-10${shops}` }];
    const all = await ask({ filter: { everyProject: true, vulnerabilities }, analysisState: 'RESOLVED' });
    expect(all.body).toMatchObject({ matched: 2, applied: 2, projects: 1, missing: 0 });
    expect(all.body.sample.map((finding: { project: { uuid: string } }) => finding.project.uuid)).toEqual([
      two.uuid,
      two.uuid,
    ]);
    const byIds = await ask({ findings: [...one.findings, ...two.findings].map(named), isSuppressed: true });
    expect(byIds.body).toMatchObject({ matched: 3, applied: 3, missing: 3 });
    expect(await statesOf(one.findings)).toEqual(['none', 'none', 'none']);

    const admins = await bulk({ filter: { projectName: one.name }, analysisState: 'EXPLOITABLE' });
    const undoAs = (batch: string) =>
      service.request('POST', `/api/v1/analysis/bulk/${batch}/undo`, { apiKey });
    expect((await undoAs(admins.body.batch)).status).toBe(403);
    expect(await statesOf(one.findings)).toEqual(Array(3).fill('EXPLOITABLE'));
    const others = await bulk({ filter: { projects: [other.uuid] }, analysisState: 'EXPLOITABLE' });
    expect((await undoAs(others.body.batch)).status).toBe(404);
    await switchAccessControl(service, false);
  });
});
