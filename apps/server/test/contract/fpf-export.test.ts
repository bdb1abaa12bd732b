import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { permissionNames } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith } from '../support/access-rules.ts';
import {
  type CreatedFinding,
  createFindings,
  importAffectedComponents,
  retractFinding,
} from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { noteSkipped, TEST_DATA } from '../support/test-data.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const VULNERABILITY = {
  vulnId: 'CVE-2024-1',
  title: 'Title of CVE-2024-1',
  description: 'Description of CVE-2024-1',
  published: '2024-01-02T03:04:05.678Z',
  cwes: [{ cweId: 79 }],
  cvssV2Vector: '(AV:N/AC:L/Au:N/C:P/I:P/A:P)',
  cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
  cvssV4Vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H',
  owaspRRVector: 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3',
};
const published = join(TEST_DATA, 'fpf/documented-example.json');

describe('GET /api/v1/finding/project/{uuid}/export', () => {
  let service: TestService;
  let project: string;
  let findings: CreatedFinding[];

  beforeAll(async () => {
    service = await startTestService();
    project = await createProject({
      name: 'shop',
      version: '1.0',
      description: 'Sells things',
      purl: 'pkg:npm/shop@1.0',
      cpe: 'cpe:2.3:a:acme:shop:1.0:*:*:*:*:*:*:*',
    });
    findings = await createFindings(service, project, [
      {
        component: { name: 'lib', group: 'acme', version: '1.2.3', purl: 'pkg:npm/%40acme/lib@1.2.3' },
        vulnerabilities: [VULNERABILITY, 'CVE-2024-2'],
      },
      { component: { name: 'suppressed' }, vulnerabilities: ['CVE-2024-1'] },
      { component: { name: 'inactive' }, vulnerabilities: ['CVE-2024-1'] },
    ]);
    await decide(findings[1], {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_PRESENT',
      analysisDetails: 'Not in\nit',
    });
    await decide(findings[2], { analysisState: 'FALSE_POSITIVE', isSuppressed: true });
    await retractFinding(service, findings[3] as CreatedFinding);
  });
  afterAll(() => service.close());

  async function createProject(body: object): Promise<string> {
    return (await service.asAdmin('PUT', '/api/v1/project', body)).body.uuid;
  }

  async function decide(finding: CreatedFinding | undefined, decision: object): Promise<void> {
    const named = { component: finding?.component.uuid, vulnerability: finding?.vulnerability.uuid };
    const { status, text } = await service.asAdmin('PUT', '/api/v1/analysis', { ...named, ...decision });
    expect(status, text).toBe(200);
  }

  const exported = (query = '', uuid = project) =>
    service.asAdmin('GET', `/api/v1/finding/project/${uuid}/export${query}`);

  it('is a JSON document with version, meta, project and findings, and a file name', async () => {
    const answer = await exported();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename=findings-${project}.fpf`);
    expect(Object.keys(answer.body)).toEqual(['version', 'meta', 'project', 'findings']);
    expect(answer.body.version).toBe('1.3');
    expect(answer.body.meta).toEqual({
      application: 'Tallyman',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(answer.body.project).toEqual({
      uuid: project,
      name: 'shop',
      version: '1.0',
      description: 'Sells things',
      purl: 'pkg:npm/shop@1.0',
      cpe: 'cpe:2.3:a:acme:shop:1.0:*:*:*:*:*:*:*',
    });
  });

  it('a finding record holds coordinates, vulnerability with vectors and CWEs, analysis and matrix', async () => {
    const [finding] = (await exported()).body.findings;
    const { component, vulnerability } = findings[0] as CreatedFinding;
    expect(finding).toEqual({
      component: {
        uuid: component.uuid,
        name: 'lib',
        group: 'acme',
        version: '1.2.3',
        purl: 'pkg:npm/%40acme/lib@1.2.3',
        project,
        hasOccurrences: false,
        projectName: 'shop',
        projectVersion: '1.0',
      },
      vulnerability: {
        uuid: vulnerability.uuid,
        source: 'INTERNAL',
        vulnId: 'CVE-2024-1',
        title: 'Title of CVE-2024-1',
        description: 'Description of CVE-2024-1',
        severity: 'CRITICAL',
        severityRank: 0,
        cvssV2BaseScore: 7.5,
        cvssV3BaseScore: 10,
        cvssV4Score: 10,
        cvssV2Vector: VULNERABILITY.cvssV2Vector,
        cvssV3Vector: VULNERABILITY.cvssV3Vector,
        cvssV4Vector: VULNERABILITY.cvssV4Vector,
        owaspLikelihoodScore: 1,
        owaspTechnicalImpactScore: 1.25,
        owaspBusinessImpactScore: 1.75,
        owaspRRVector: VULNERABILITY.owaspRRVector,
        isKev: false,
        cwes: [{ cweId: 79, name: expect.any(String) }],
        aliases: [],
        published: '2024-01-02T03:04:05.678+00:00',
      },
      analysis: { isSuppressed: false },
      attribution: {
        analyzerIdentity: 'none',
        attributedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      },
      matrix: `${project}:${component.uuid}:${vulnerability.uuid}`,
    });
  });

  it('carries the current analysis state and justification', async () => {
    const [, finding] = (await exported()).body.findings;
    expect(finding.analysis).toEqual({
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_PRESENT',
      detail: 'Not in\nit',
      isSuppressed: false,
    });
  });

  it('leaves suppressed findings out by default; suppressed=true adds them; inactive ones never appear', async () => {
    expect((await exported()).body.findings).toHaveLength(2);
    const all = (await exported('?suppressed=true')).body.findings;
    expect(all).toHaveLength(3);
    expect(
      all.filter((one: { analysis: { isSuppressed: boolean } }) => one.analysis.isSuppressed),
    ).toHaveLength(1);
  });

  it('has the base URL of the instance if it is set', async () => {
    const property = {
      groupName: 'general',
      propertyName: 'base.url',
      propertyValue: 'https://tally.example.org',
    };
    expect((await service.asAdmin('POST', '/api/v1/configProperty', property)).status).toBe(200);
    expect((await exported()).body.meta.baseUrl).toBe('https://tally.example.org');
  });

  it('is pretty-printed', async () => {
    const { text } = await exported('?suppressed=true');
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    const empty = await exported('', await createProject({ name: 'empty' }));
    expect(empty.text).toBe(`${JSON.stringify(empty.body, null, 2)}\n`);
    expect(empty.body.findings).toEqual([]);
  });

  it('two exports of an unchanged project differ in their timestamp only', async () => {
    const withoutTime = async () => (await exported()).text.replace(/"timestamp": "[^"]+"/, '');
    expect(await withoutTime()).toBe(await withoutTime());
  });

  it('is never paginated', async () => {
    const uuid = await importAffectedComponents(service, {
      vulnId: 'CVE-2024-3',
      project: 'large',
      count: 1_234,
    });
    const { body } = await exported('?pageNumber=1&pageSize=10', uuid);
    expect(body.findings[0].attribution.analyzerIdentity).toBe('internal');
    expect(new Set(body.findings.map(({ matrix }: { matrix: string }) => matrix)).size).toBe(1_234);
  });

  it('answers 404 for an unknown project and 403 for one that the caller may not see', async () => {
    expect((await exported('', NOBODY)).status).toBe(404);
    await switchAccessControl(service, true);
    const { apiKey } = await createTeamKey(service, 'VIEW_VULNERABILITY');
    const answer = await service.request('GET', `/api/v1/finding/project/${project}/export`, { apiKey });
    await switchAccessControl(service, false);
    expect([answer.status, answer.body.title]).toEqual([403, 'Project access denied']);
  });

  it('needs VIEW_VULNERABILITY and nothing else', async () => {
    const path = `/api/v1/finding/project/${project}/export`;
    const apiKey = await apiKeyWith(service, ['VIEW_VULNERABILITY']);
    expect((await service.request('GET', path, { apiKey })).status).toBe(200);
    const others = permissionNames.filter((name) => name !== 'VIEW_VULNERABILITY');
    const other = await apiKeyWith(service, others);
    expect((await service.request('GET', path, { apiKey: other })).status).toBe(403);
  });

  it('releases its connection when the client disconnects', async () => {
    const uuid = await importAffectedComponents(service, {
      vulnId: 'CVE-2024-4',
      project: 'abandoned',
      count: 4_000,
    });
    for (let attempt = 0; attempt < 6; attempt++) {
      const leaving = get(`${service.baseUrl}/api/v1/finding/project/${uuid}/export`, {
        headers: { Authorization: `Bearer ${service.adminToken}` },
      });
      const [answer] = await once(leaving, 'response');
      await once(answer, 'data');
      leaving.destroy();
    }
    expect((await exported()).status).toBe(200);
  });

  const [example] = existsSync(published) ? [JSON.parse(readFileSync(published, 'utf8'))] : [];
  if (!example) noteSkipped('the document fpf/documented-example.json');
  it('has the member names of the published document', async () => {
    // Of older versions of the format: the first of `cwes`, which all versions since 1.1 list.
    const older = new Set(['cweId', 'cweName']);
    const { body } = await exported('?suppressed=true');
    const unknown = namesOf(example ?? {}).filter(
      (name) => !older.has(name.split('.').at(-1) ?? '') && !namesOf(body).includes(name),
    );
    // Our documents have no subtitle, recommendation, aliases or newer version.
    expect(unknown.sort()).toEqual(
      example
        ? [
            'findings.component.latestVersion',
            'findings.vulnerability.aliases.cveId',
            'findings.vulnerability.aliases.ghsaId',
            'findings.vulnerability.recommendation',
            'findings.vulnerability.subtitle',
          ]
        : [],
    );
  });
});

/** Paths of all members; those of the items of a list count as its own. */
function namesOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => namesOf(item, path)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...namesOf(member, own)];
  });
}
