import { findingOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../../../../test/support/access-rules.ts';
import { type SeededFinding, seedFindings } from '../../../../test/support/finding-fixtures.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import {
  startTestService,
  type TestAnswer,
  type TestService,
} from '../../../../test/support/test-service.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { recordEpssScores } from '../../vulnerabilities/exploitation/record-epss-scores.ts';
import { recordKevAssertions } from '../../vulnerabilities/exploitation/record-kev-assertions.ts';
import { recordVulnerabilities } from '../../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const OSV = mirrorAsserter('osv', 'OSV', 'OSV');
const day = (date: string) => new Date(`${date}T12:00:00Z`);

/**
 * shop (active):    log4j  GHSA-1 (CRITICAL, alias CVE-1, KEV, EPSS 0.9), CVE-1 (HIGH), decided NOT_AFFECTED/UPDATE
 *                   lodash CVE-2 (MEDIUM), suppressed
 * office (active):  log4j  CVE-1
 *                   zlib   OSV-3 (LOW)
 * retired (inactive): zlib OSV-3
 */
describe('Findings of all projects', () => {
  let service: TestService;
  const projects: Record<string, string> = {};
  const uuids: Record<string, string> = {};

  beforeAll(async () => {
    service = await startTestService();
    await recordWhatIsKnown();
    for (const name of ['shop', 'office', 'retired']) projects[name] = await createProject(name);
    const [, nvd] = await find('shop', 'log4j', ['GHSA-1111-2222-3333', 'CVE-2024-1'], '2024-03-01');
    await decide(nvd, { state: 'NOT_AFFECTED', response: 'UPDATE' });
    const [suppressed] = await find('shop', 'lodash', ['CVE-2024-2'], '2024-03-02');
    await decide(suppressed, { state: 'FALSE_POSITIVE', is_suppressed: true });
    await find('office', 'log4j', ['CVE-2024-1'], '2024-03-03');
    await find('office', 'zlib', ['OSV-2024-3'], '2024-03-04');
    await find('retired', 'zlib', ['OSV-2024-3'], '2024-03-05');
    await service.asAdmin('PATCH', `/api/v1/project/${projects.retired}`, { active: false });
  });
  afterAll(() => service.close());

  const recordWhatIsKnown = () =>
    inTransaction(service.db, async (tx) => {
      const v3 = (vector: string) => ({ cvssV3: { vector } });
      await recordVulnerabilities(tx, { asserter: OSV, mirrored: new Set(), now: day('2024-01-01') }, [
        {
          source: 'GITHUB',
          vulnId: 'GHSA-1111-2222-3333',
          title: 'Injection in log4j',
          published: day('2024-01-10'),
          ratings: v3('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H'),
          aliases: [{ source: 'NVD', vulnId: 'CVE-2024-1' }],
        },
        {
          source: 'NVD',
          vulnId: 'CVE-2024-1',
          title: 'Lookups',
          published: day('2024-01-11'),
          cwes: [502, 20],
          ratings: {
            ...v3('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'),
            cvssV2: { vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' },
          },
        },
        { source: 'NVD', vulnId: 'CVE-2024-2', ratings: { severity: 'MEDIUM' } },
        { source: 'OSV', vulnId: 'OSV-2024-3', published: day('2024-02-01'), ratings: { severity: 'LOW' } },
        { source: 'OSV', vulnId: 'OSV-2024-4', ratings: { severity: 'CRITICAL' } },
      ]);
      await recordEpssScores(tx, [{ cve: 'CVE-2024-1', score: 0.9, percentile: 0.99 }]);
      const cisa = { name: 'cisa', displayName: 'CISA KEV', source: 'NVD' } as const;
      await recordKevAssertions(tx, cisa, [{ source: 'NVD', vulnId: 'CVE-2024-1' }], day('2024-01-01'));
    });

  async function createProject(name: string): Promise<string> {
    return (await service.asAdmin('PUT', '/api/v1/project', { name, version: '1' })).body.uuid;
  }

  async function find(project: string, name: string, ids: string[], on: string): Promise<SeededFinding[]> {
    const known = await service.db
      .selectFrom('vulnerability')
      .select(['vuln_id', 'source', 'severity'])
      .where('vuln_id', 'in', ids)
      .execute();
    const vulnerabilities = ids.map((id) => ({
      ...known.find(({ vuln_id }) => vuln_id === id),
      vuln_id: id,
    }));
    const component = { name, version: `${name}-1.0` };
    const found = await seedFindings(service.db, projects[project] ?? '', [{ component, vulnerabilities }], {
      firstSeen: day(on),
    });
    ids.forEach((id, index) => {
      uuids[id] = found[index]?.vulnerability.uuid ?? '';
    });
    return found;
  }

  async function decide(finding: SeededFinding | undefined, columns: object): Promise<void> {
    const id = finding?.component.id ?? 0;
    await service.db
      .insertInto('finding_analysis')
      .values({
        component_id: id,
        vulnerability_id: finding?.vulnerability.id ?? 0,
        project_id: (eb) => eb.selectFrom('component').select('project_id').where('id', '=', id),
        decided_by: 'PERSON',
        updated_at: day('2024-04-01'),
        ...columns,
      })
      .execute();
  }

  const get = (path: string) => service.asAdmin('GET', `/api/v1/finding${path}`);
  const describeFindings = (answer: TestAnswer): string[] =>
    answer.body.map(
      ({
        component,
        vulnerability,
      }: {
        component: { projectName: string; name: string };
        vulnerability: { vulnId: string };
      }) => `${component.projectName} ${component.name} ${vulnerability.vulnId}`,
    );

  describe('GET /api/v1/finding', () => {
    const GITHUB = 'shop log4j GHSA-1111-2222-3333';
    const NVD = 'shop log4j CVE-2024-1';
    const SUPPRESSED = 'shop lodash CVE-2024-2';
    const OFFICE = 'office log4j CVE-2024-1';
    const ZLIB = 'office zlib OSV-2024-3';
    const RETIRED = 'retired zlib OSV-2024-3';

    it.each([
      ['', [GITHUB, NVD, OFFICE, ZLIB]],
      ['showInactive=true', [GITHUB, NVD, OFFICE, ZLIB, RETIRED]],
      ['showSuppressed=true', [GITHUB, NVD, SUPPRESSED, OFFICE, ZLIB]],
      ['severity=CRITICAL', [GITHUB]],
      ['onlyLatest=true', [GITHUB, NVD, OFFICE, ZLIB]],
      ['severity=critical, LOW', [GITHUB, ZLIB]],
      ['severity=,', [GITHUB, NVD, OFFICE, ZLIB]],
      ['analysisStatus=NOT_AFFECTED', [NVD]],
      ['analysisStatus=NOT_SET', [GITHUB, OFFICE, ZLIB]],
      ['analysisStatus=FALSE_POSITIVE&showSuppressed=true', [SUPPRESSED]],
      ['vendorResponse=UPDATE', [NVD]],
      ['vendorResponse=NOT_SET', [GITHUB, OFFICE, ZLIB]],
      ['publishDateFrom=2024-01-11', [NVD, OFFICE, ZLIB]],
      ['publishDateTo=2024-01-10', [GITHUB]],
      ['publishDateFrom=2024-01-11&publishDateTo=2024-01-11', [NVD, OFFICE]],
      ['attributedOnDateFrom=2024-03-03', [OFFICE, ZLIB]],
      ['attributedOnDateTo=2024-03-01', [GITHUB, NVD]],
      ['textSearchField=VULNERABILITY_ID&textSearchInput=GHSA-1', [GITHUB]],
      ['textSearchField=VULNERABILITY_ID&textSearchInput=ghsa-1', []],
      ['textSearchField=VULNERABILITY_TITLE&textSearchInput=Lookups', [NVD, OFFICE]],
      ['textSearchField=COMPONENT_NAME&textSearchInput=zli', [ZLIB]],
      ['textSearchField=COMPONENT_VERSION&textSearchInput=zlib-1.0', [ZLIB]],
      ['textSearchField=PROJECT_NAME&textSearchInput=shop', [GITHUB, NVD]],
      ['textSearchField=PROJECT_NAME,COMPONENT_NAME&textSearchInput=o', [GITHUB, NVD, OFFICE, ZLIB]],
      ['textSearchField=PROJECT_NAME&textSearchInput=%25', []],
      ['textSearchInput=office', [OFFICE, ZLIB]],
      ['search=ghsa-1', [GITHUB]],
      ['search=LOG4', [GITHUB, NVD, OFFICE]],
      ['search=zlib&severity=CRITICAL', []],
      ['search=office', []],
      ['search=%25', []],
      ['cvssv2From=7', [NVD, OFFICE]],
      ['cvssv2To=7', []],
      ['cvssv3From=9.5', [GITHUB]],
      ['cvssv3To=9.5', [NVD, OFFICE]],
      ['cvssv4From=1', []],
      ['epssFrom=0.5&epssTo=0.95', [GITHUB, NVD, OFFICE]],
      ['epssTo=0.5', []],
      ['epssPercentileFrom=0.98&epssPercentileTo=1', [GITHUB, NVD, OFFICE]],
      ['isKev=true', [GITHUB, NVD, OFFICE]],
      ['isKev=false', [ZLIB]],
      ['totalCount=BOUNDED', [GITHUB, NVD, OFFICE, ZLIB]],
    ])('%s lists %j', async (query, expected) => {
      const answer = await get(`?${query}`);
      expect(describeFindings(answer)).toEqual(expected);
      expect(answer.headers.get('x-total-count')).toBe(String(expected.length));
      expect(answer.headers.get('x-total-count-type')).toBe('EXACT');
    });

    it('onlyLatest leaves out versions of projects of which another version is the latest', async () => {
      const later = { name: 'shop', version: '2', isLatest: true };
      const { uuid } = (await service.asAdmin('PUT', '/api/v1/project', later)).body;
      expect(describeFindings(await get('?onlyLatest=true'))).toEqual([OFFICE, ZLIB]);
      await service.asAdmin('DELETE', `/api/v1/project/${uuid}`);
      expect(describeFindings(await get('?onlyLatest=true'))).toEqual([GITHUB, NVD, OFFICE, ZLIB]);
    });

    it('case lists the findings of a vulnerability and its aliases', async () => {
      expect(describeFindings(await get(`?case=${uuids['CVE-2024-1']}`))).toEqual([GITHUB, NVD, OFFICE]);
      expect(describeFindings(await get(`?case=${uuids['GHSA-1111-2222-3333']}`))).toEqual([
        GITHUB,
        NVD,
        OFFICE,
      ]);
      expect(describeFindings(await get(`?case=${NOBODY}`))).toEqual([]);
    });

    it('search finds a vulnerability or a component by UUID, or both separated by a colon', async () => {
      const [finding] = (await get('?search=zlib')).body;
      const { component, vulnerability } = finding;
      for (const search of [component.uuid, vulnerability.uuid, `${component.uuid}:${vulnerability.uuid}`])
        expect(describeFindings(await get(`?search=${search}`)), search).toEqual([ZLIB]);
      expect(describeFindings(await get(`?search=${component.uuid}:${NOBODY}`))).toEqual([]);
    });

    it('project lists the findings of one project, also of an inactive one', async () => {
      expect(describeFindings(await get(`?project=${projects.retired}`))).toEqual([RETIRED]);
      expect((await get(`?project=${NOBODY}`)).status).toBe(404);
    });

    it.each([
      'vulnerability.vulnId',
      'vulnerability.title',
      'vulnerability.severity',
      'vulnerability.cvssV2BaseScore',
      'vulnerability.cvssV3BaseScore',
      'vulnerability.cvssV4Score',
      'vulnerability.epssScore',
      'vulnerability.epssPercentile',
      'vulnerability.published',
      'attribution.analyzerIdentity',
      'attribution.attributedOn',
      'component.name',
      'component.version',
      'component.projectName',
      'analysis.state',
      'analysis.isSuppressed',
    ])('sorts by %s, and pages never overlap', async (field) => {
      for (const direction of ['asc', 'desc']) {
        const query = `?sortName=${field}&sortOrder=${direction}`;
        const all = describeFindings(await get(query));
        const pages = await Promise.all(
          [1, 2].map(async (page) => describeFindings(await get(`${query}&pageNumber=${page}&pageSize=2`))),
        );
        expect(all.toSorted()).toEqual([GITHUB, NVD, OFFICE, ZLIB].sort());
        expect(pages.flat()).toEqual(all);
      }
    });

    it.each([
      ['severity=HUGE', 'severity'],
      ['analysisStatus=MAYBE', 'analysisStatus'],
      ['vendorResponse=MAYBE', 'vendorResponse'],
      ['textSearchField=COLOUR&textSearchInput=red', 'textSearchField'],
      ['publishDateFrom=2024-02-31', 'publishDateFrom'],
      ['publishDateTo=0000-01-01', 'publishDateTo'],
      ['attributedOnDateTo=yesterday', 'attributedOnDateTo'],
      ['cvssv3From=high', 'cvssv3From'],
      ['totalCount=ROUGHLY', 'totalCount'],
      ['case=none', 'case'],
    ])('rejects %s and says why', async (query, parameter) => {
      const answer = await get(`?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].path).toContain(parameter);
    });

    it('lists only findings of accessible projects if access control is on', async () => {
      await switchAccessControl(service, true);
      const { apiKey, teamUuid } = await createTeamKey(service, 'VIEW_VULNERABILITY', 'VIEW_PORTFOLIO');
      const ask = (path: string) => service.request('GET', `/api/v1${path}`, { apiKey });
      const before = await ask('/finding');
      await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: projects.office });
      const after = await ask('/finding');
      const grouped = await ask('/finding/grouped');
      const cases = await ask('/finding/cases');
      const affected = await ask('/vulnerability/source/NVD/vuln/CVE-2024-1/projects');
      const known = await ask('/vulnerability/source/NVD/vuln/CVE-2024-1');
      await switchAccessControl(service, false);
      expect([before.body, before.headers.get('x-total-count')]).toEqual([[], '0']);
      expect(describeFindings(after)).toEqual([OFFICE, ZLIB]);
      expect(grouped.body).toHaveLength(2);
      expect(cases.body.map(({ findingCount }: { findingCount: number }) => findingCount)).toEqual([1, 1]);
      expect(affected.body.map(({ name }: { name: string }) => name)).toEqual(['office']);
      expect(known.body.affectedProjectCount).toBe(1);
    });
  });

  describe('GET /api/v1/finding/grouped', () => {
    const ids = (answer: TestAnswer): string[] =>
      answer.body.map(({ vulnerability }: { vulnerability: { vulnId: string } }) => vulnerability.vulnId);

    it('lists vulnerabilities with the number of affected projects, without suppressed findings', async () => {
      const answer = await get('/grouped');
      expect(ids(answer)).toEqual(['GHSA-1111-2222-3333', 'CVE-2024-1', 'OSV-2024-3']);
      expect(answer.headers.get('x-total-count')).toBe('3');
      expect(answer.body[1]).toEqual({
        vulnerability: {
          source: 'NVD',
          vulnId: 'CVE-2024-1',
          title: 'Lookups',
          severity: 'HIGH',
          cvssV2BaseScore: 7.5,
          cvssV3BaseScore: 7.5,
          isKev: true,
          published: day('2024-01-11').getTime(),
          cwes: [502, 20],
          affectedProjectCount: 2,
        },
        attribution: { analyzerIdentity: 'internal' },
      });
    });

    it.each([
      ['showInactive=true', 3],
      ['severity=LOW', 1],
      ['isKev=true', 2],
      ['occurrencesFrom=2', 1],
      ['occurrencesTo=1', 2],
      ['textSearchField=PROJECT_NAME&textSearchInput=office', 2],
      ['epssFrom=0.5', 2],
      ['cvssv3From=9.5', 1],
      ['publishDateFrom=2024-02-01', 1],
      ['epssPercentileFrom=0.98', 2],
    ])('%s lists %i', async (query, count) => {
      const answer = await get(`/grouped?${query}`);
      expect([answer.body.length, answer.headers.get('x-total-count')]).toEqual([count, String(count)]);
    });

    it('derives the count from the page for totalCount=BOUNDED', async () => {
      const counts = async (query: string) => {
        const { headers } = await get(`/grouped?totalCount=BOUNDED&${query}`);
        return [headers.get('x-total-count'), headers.get('x-total-count-type'), headers.has('link')];
      };
      expect(await counts('pageNumber=1&pageSize=2')).toEqual(['2', 'AT_LEAST', true]);
      expect(await counts('pageNumber=2&pageSize=2')).toEqual(['3', 'EXACT', false]);
      expect(await counts('isKev=true&severity=LOW')).toEqual(['0', 'EXACT', false]);
    });

    it.each([
      ['vulnerability.vulnId', 'CVE-2024-1'],
      ['vulnerability.title', 'GHSA-1111-2222-3333'],
      ['vulnerability.severity', 'GHSA-1111-2222-3333'],
      ['vulnerability.cvssV4Score', 'GHSA-1111-2222-3333'],
      ['vulnerability.cvssV3BaseScore', 'CVE-2024-1'],
      ['vulnerability.cvssV2BaseScore', 'CVE-2024-1'],
      ['vulnerability.published', 'GHSA-1111-2222-3333'],
      ['vulnerability.affectedProjectCount', 'GHSA-1111-2222-3333'],
      ['attribution.analyzerIdentity', 'GHSA-1111-2222-3333'],
    ])('sorted by %s begins with %s', async (field, first) => {
      const sorted = await get(`/grouped?sortName=${field}&sortOrder=asc`);
      expect(ids(sorted)[0]).toBe(first);
      expect(ids(await get(`/grouped?sortName=${field}&sortOrder=desc`))).toHaveLength(3);
      const pages = await Promise.all(
        [1, 2, 3].map(async (page) =>
          ids(await get(`/grouped?sortName=${field}&sortOrder=asc&pageNumber=${page}&pageSize=1`)),
        ),
      );
      expect(pages.flat()).toEqual(ids(sorted));
    });
  });

  describe('GET /api/v1/finding/cases', () => {
    it('merges aliases into one case, with the findings of all of them', async () => {
      const answer = await get('/cases?findings=10');
      expect(answer.headers.get('x-total-count')).toBe('2');
      const [first, second] = answer.body;
      expect(first).toEqual({
        uuid: uuids['CVE-2024-1'],
        vulnId: 'CVE-2024-1',
        source: 'NVD',
        title: 'Lookups',
        severity: 'CRITICAL',
        severityRank: 0,
        epssScore: 0.9,
        epssPercentile: 0.99,
        isKev: true,
        published: day('2024-01-10').getTime(),
        affectedProjectCount: 2,
        affectedComponentCount: 2,
        findingCount: 3,
        members: [
          {
            uuid: uuids['CVE-2024-1'],
            source: 'NVD',
            vulnId: 'CVE-2024-1',
            title: 'Lookups',
            severity: 'HIGH',
            findingCount: 2,
          },
          {
            uuid: uuids['GHSA-1111-2222-3333'],
            source: 'GITHUB',
            vulnId: 'GHSA-1111-2222-3333',
            title: 'Injection in log4j',
            severity: 'CRITICAL',
            findingCount: 1,
          },
        ],
        findings: expect.any(Array),
      });
      expect(describeFindings({ ...answer, body: first.findings })).toEqual([
        'shop log4j CVE-2024-1',
        'office log4j CVE-2024-1',
        'shop log4j GHSA-1111-2222-3333',
      ]);
      expect(second).toMatchObject({ vulnId: 'OSV-2024-3', severity: 'LOW', findingCount: 1, isKev: false });
    });

    it('includes up to as many findings as requested', async () => {
      expect((await get('/cases')).body[0]).not.toHaveProperty('findings');
      expect((await get('/cases?findings=1')).body[0].findings).toHaveLength(1);
      expect((await get('/cases?findings=101')).status).toBe(400);
    });

    it('can be filtered by project and by every filter of grouped findings', async () => {
      const [only, ...others] = (await get(`/cases?project=${projects.shop}`)).body;
      expect(others).toEqual([]);
      expect(only).toMatchObject({ affectedProjectCount: 1, affectedComponentCount: 1, findingCount: 2 });
      expect((await get('/cases?occurrencesFrom=2')).body).toHaveLength(1);
      expect((await get('/cases?severity=LOW&showInactive=true')).body[0].findingCount).toBe(2);
      expect((await get(`/cases?project=${NOBODY}`)).status).toBe(404);
    });

    it.each([
      'severity',
      'vulnId',
      'published',
      'affectedProjectCount',
      'affectedComponentCount',
      'findingCount',
    ])('sorts by %s', async (field) => {
      const ids = async (query: string) =>
        (await get(`/cases?sortName=${field}&${query}`)).body.map(({ vulnId }: { vulnId: string }) => vulnId);
      const up = await ids('sortOrder=asc');
      expect(await ids('sortOrder=desc')).toEqual(up.toReversed());
      expect([
        ...(await ids('sortOrder=asc&offset=0&limit=1')),
        ...(await ids('sortOrder=asc&offset=1&limit=1')),
      ]).toEqual(up);
    });

    it('has the count also on a page behind the last', async () => {
      const answer = await get('/cases?offset=10&limit=5');
      expect([answer.body, answer.headers.get('x-total-count')]).toEqual([[], '2']);
    });
  });

  itKeepsAccessRules(Object.values(findingOperations), () => service);
});
