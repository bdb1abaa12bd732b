import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededFinding,
  seedFinding,
  seedManyFindings,
  seedVulnerability,
} from '../../../../test/support/finding-fixtures.ts';
import { seedComponents } from '../../../../test/support/seed-components.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { recordEpssScores } from '../../vulnerabilities/exploitation/record-epss-scores.ts';
import { recordKevAssertions } from '../../vulnerabilities/exploitation/record-kev-assertions.ts';
import { recordVulnerabilities } from '../../vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../vulnerabilities/vulnerability-asserters.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const OSV = mirrorAsserter('osv', 'OSV', 'OSV');
const SEEN = new Date('2024-05-01T12:00:00Z');

describe('GET /api/v1/finding/project/{uuid}', () => {
  let service: TestService;
  let project: string;
  let components: Readonly<Record<string, string>>;
  const findings: Record<string, SeededFinding> = {};

  beforeAll(async () => {
    service = await startTestService();
    project = await createProject({ name: 'shop', version: '1.0' });
    await recordWhatIsKnown();
    const seeded = await seedComponents(service.db, project, {
      components: [
        {
          name: 'log4j-core',
          group_name: 'org.apache.logging.log4j',
          version: '2.14.0',
          purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.0',
          cpe: 'cpe:2.3:a:apache:log4j:2.14.0:*:*:*:*:*:*:*',
          scope: 'REQUIRED',
          occurrence_count: 2,
        },
        { name: 'Bravo', version: '2.0', purl: 'pkg:npm/bravo@2.0' },
        { name: 'removed', removed_at: SEEN },
      ],
    });
    components = seeded.uuids;
    findings.github = await find('log4j-core', 'GHSA-jfh8-c2jp-5v3q');
    findings.nvd = await find('log4j-core', 'CVE-2021-44228');
    findings.low = await find('Bravo', 'SNYK-JS-BRAVO-1');
    findings.suppressed = await find('Bravo', 'CVE-2021-44228');
    await decide(findings.suppressed, {
      state: 'FALSE_POSITIVE',
      justification: 'CODE_NOT_REACHABLE',
      is_suppressed: true,
    });
    await find('Bravo', 'PYSEC-2021-1', { inactiveSince: SEEN });
    await find('removed', 'CVE-2021-44228');
  });
  afterAll(() => service.close());

  async function createProject(body: object): Promise<string> {
    return (await service.asAdmin('PUT', '/api/v1/project', body)).body.uuid;
  }

  const recordWhatIsKnown = () =>
    inTransaction(service.db, async (tx) => {
      await recordVulnerabilities(tx, { asserter: OSV, mirrored: new Set(), now: SEEN }, [
        {
          source: 'GITHUB',
          vulnId: 'GHSA-jfh8-c2jp-5v3q',
          title: 'Remote code injection',
          subTitle: 'Log4j',
          description: 'Lookups',
          recommendation: 'Update.',
          references: [{ url: 'https://example.org/a' }],
          published: new Date('2021-12-10T00:40:56Z'),
          cwes: [502],
          ratings: { cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' } },
          packages: [
            {
              purl: 'pkg:maven/org.apache.logging.log4j/log4j-core',
              versions: [{ versionStartIncluding: '2.13.0', versionEndExcluding: '2.15.0' }],
            },
          ],
          aliases: [{ source: 'NVD', vulnId: 'CVE-2021-44228' }],
        },
        { source: 'NVD', vulnId: 'CVE-2021-44228', title: 'Log4Shell' },
        { source: 'SNYK', vulnId: 'SNYK-JS-BRAVO-1', ratings: { severity: 'LOW' } },
        { source: 'OSV', vulnId: 'PYSEC-2021-1' },
      ]);
      await recordEpssScores(tx, [{ cve: 'CVE-2021-44228', score: 0.97, percentile: 0.999 }]);
      const cisa = { name: 'cisa', displayName: 'CISA KEV', source: 'NVD' } as const;
      await recordKevAssertions(tx, cisa, [{ source: 'NVD', vulnId: 'CVE-2021-44228' }], SEEN);
    });

  async function find(component: string, vulnId: string, options: object = {}): Promise<SeededFinding> {
    const row = await service.db
      .selectFrom('vulnerability')
      .select(['id', 'uuid'])
      .where('vuln_id', '=', vulnId)
      .executeTakeFirstOrThrow();
    return seedFinding(service.db, components[component] ?? '', row, { firstSeen: SEEN, ...options });
  }

  async function decide({ component, vulnerability }: SeededFinding, columns: object): Promise<void> {
    await service.db
      .insertInto('finding_analysis')
      .values({
        component_id: component.id,
        vulnerability_id: vulnerability.id,
        project_id: (eb) => eb.selectFrom('component').select('project_id').where('id', '=', component.id),
        decided_by: 'PERSON',
        updated_at: SEEN,
        ...columns,
      })
      .execute();
  }

  const list = (query = '') => service.asAdmin('GET', `/api/v1/finding/project/${project}${query}`);
  const matrices = (answer: { body: { matrix: string }[] }) => answer.body.map(({ matrix }) => matrix);

  it('presents a finding with component, vulnerability, analysis, attribution, matrix and match', async () => {
    const statement = await service.db
      .selectFrom('affected_package')
      .select('uuid')
      .executeTakeFirstOrThrow();
    const evidence = { identifier: 'PURL', asserter: OSV.name, affected: statement.uuid };
    await service.db
      .updateTable('finding_attribution')
      .set({
        evidence: JSON.stringify(evidence),
        alternate_identifier: 'alternate',
        reference_url: 'https://example.org',
      })
      .where('component_id', '=', findings.github?.component.id ?? 0)
      .where('vulnerability_id', '=', findings.github?.vulnerability.id ?? 0)
      .execute();
    const { body } = await list(`?searchText=${findings.github?.vulnerability.uuid}`);
    expect(body).toEqual([
      {
        component: {
          uuid: components['log4j-core'],
          name: 'log4j-core',
          group: 'org.apache.logging.log4j',
          version: '2.14.0',
          purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.0',
          cpe: 'cpe:2.3:a:apache:log4j:2.14.0:*:*:*:*:*:*:*',
          project,
          hasOccurrences: true,
          scope: 'REQUIRED',
          projectName: 'shop',
          projectVersion: '1.0',
        },
        vulnerability: {
          uuid: findings.github?.vulnerability.uuid,
          source: 'GITHUB',
          vulnId: 'GHSA-jfh8-c2jp-5v3q',
          title: 'Remote code injection',
          subtitle: 'Log4j',
          description: 'Lookups',
          recommendation: 'Update.',
          references: '* [https://example.org/a](https://example.org/a)',
          severity: 'CRITICAL',
          severityRank: 0,
          cvssV3BaseScore: 10,
          cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
          epssScore: 0.97,
          epssPercentile: 0.999,
          isKev: true,
          cwes: [{ cweId: 502, name: 'Deserialization of Untrusted Data' }],
          aliases: [{ ghsaId: 'GHSA-jfh8-c2jp-5v3q', cveId: 'CVE-2021-44228' }],
          published: Date.UTC(2021, 11, 10, 0, 40, 56),
        },
        analysis: { isSuppressed: false },
        attribution: {
          analyzerIdentity: 'internal',
          attributedOn: SEEN.getTime(),
          alternateIdentifier: 'alternate',
          referenceUrl: 'https://example.org',
        },
        matrix: `${project}:${components['log4j-core']}:${findings.github?.vulnerability.uuid}`,
        match: {
          identifier: 'PURL',
          affected: 'pkg:maven/org.apache.logging.log4j/log4j-core',
          range: '>= 2.13.0, < 2.15.0',
          fixedIn: '2.15.0',
          asserter: 'OSV',
        },
      },
    ]);
  });

  it('lists one finding per source of the same vulnerability', async () => {
    const { body } = await list('?searchText=log4j-core');
    expect(
      body.map((finding: { vulnerability: { source: string } }) => finding.vulnerability.source),
    ).toEqual(['GITHUB', 'NVD']);
  });

  it('leaves out suppressed and inactive findings and findings of removed components', async () => {
    const answer = await list();
    expect(answer.body).toHaveLength(3);
    expect(answer.headers.get('x-total-count')).toBe('3');
    expect(answer.headers.get('x-total-count-type')).toBe('EXACT');
  });

  it('includes suppressed findings on request, with their decisions', async () => {
    const { body } = await list('?suppressed=true&searchText=Bravo');
    expect(body.map((finding: { analysis: object }) => finding.analysis)).toEqual([
      {
        state: 'FALSE_POSITIVE',
        justification: 'CODE_NOT_REACHABLE',
        response: 'NOT_SET',
        isSuppressed: true,
      },
      { isSuppressed: false },
    ]);
  });

  it.each([
    ['source=github', 1],
    ['source=ADVISORY', 1],
    ['source=NVD&suppressed=true', 2],
    ['hasAnalysis=true', 0],
    ['hasAnalysis=true&suppressed=true', 1],
    ['hasAnalysis=false', 3],
    ['epssFrom=0.5', 2],
    ['epssFrom=0.98', 0],
    ['epssTo=0.98', 2],
    ['isKev=true', 2],
    ['isKev=false', 1],
    ['searchText=LOG4J', 2],
    ['searchText=apache.LOGGING', 2],
    ['searchText=ghsa-JFH8', 1],
    ['searchText=%25', 0],
    [`searchText=${NOBODY}`, 0],
    [`searchText=${NOBODY}:${NOBODY}`, 0],
  ])('%s finds %i', async (query, count) => {
    const answer = await list(`?${query}`);
    expect([answer.status, answer.body.length, answer.headers.get('x-total-count')]).toEqual([
      200,
      count,
      String(count),
    ]);
  });

  it('searchText matches UUIDs of components and vulnerabilities exactly, alone or together', async () => {
    const { component, vulnerability } = findings.nvd as SeededFinding;
    expect((await list(`?searchText=${component.uuid.toUpperCase()}`)).body).toHaveLength(2);
    expect((await list(`?searchText=${vulnerability.uuid}`)).body).toHaveLength(1);
    expect(matrices(await list(`?searchText=${component.uuid}:${vulnerability.uuid}`))).toEqual([
      `${project}:${component.uuid}:${vulnerability.uuid}`,
    ]);
  });

  it.each([
    'vulnerability.vulnId',
    'vulnerability.severity',
    'vulnerability.cvssV2BaseScore',
    'vulnerability.cvssV3BaseScore',
    'vulnerability.cvssV4Score',
    'vulnerability.epssScore',
    'vulnerability.epssPercentile',
    'attribution.analyzerIdentity',
    'attribution.attributedOn',
    'component.group',
    'component.name',
    'component.version',
    'analysis.state',
    'analysis.isSuppressed',
  ])('sorts by %s, and pages never overlap', async (field) => {
    for (const direction of ['asc', 'desc']) {
      const query = `?suppressed=true&sortName=${field}&sortOrder=${direction}`;
      const all = matrices(await list(query));
      const pages = await Promise.all(
        [1, 2, 3, 4].map(async (page) => matrices(await list(`${query}&pageNumber=${page}&pageSize=1`))),
      );
      expect(new Set(all).size).toBe(4);
      expect(pages.flat()).toEqual(all);
    }
  });

  it('sorts by severity, the most severe first when ascending', async () => {
    const severities = async (order: string) =>
      (await list(`?sortName=vulnerability.severity&sortOrder=${order}`)).body.map(
        (finding: { vulnerability: { severity: string } }) => finding.vulnerability.severity,
      );
    expect(await severities('asc')).toEqual(['CRITICAL', 'LOW', 'UNASSIGNED']);
    expect(await severities('desc')).toEqual(['UNASSIGNED', 'LOW', 'CRITICAL']);
  });

  it('rejects unknown sort fields and names the known ones', async () => {
    const answer = await list('?sortName=component.projectName&sortOrder=asc');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      type: '/problems/invalid-sort-field',
      title: 'Invalid sort field',
      invalidField: 'component.projectName',
    });
    expect(answer.body.supportedFields).toContain('component.group');
  });

  it('is paginated, with the total count and a link to the next page', async () => {
    const answer = await list('?pageNumber=2&pageSize=1');
    expect(answer.body).toHaveLength(1);
    expect(answer.headers.get('x-total-count')).toBe('3');
    expect(answer.headers.get('link')).toContain('offset=2');
    expect((await list('?offset=2&limit=1')).headers.get('link')).toBeNull();
  });

  it('rejects an unknown totalCount and an unknown source', async () => {
    const answer = await list('?totalCount=MAYBE');
    expect([answer.status, answer.body.title]).toEqual([400, 'Invalid query parameter']);
    expect((await list('?source=NOBODY')).status).toBe(400);
    expect((await list('?epssFrom=much')).status).toBe(400);
  });

  it('presents the ratings of the decision instead of those of the vulnerability', async () => {
    const [uuid, rated] = [await createProject({ name: 'rated' }), 'rated-component'];
    const { uuids } = await seedComponents(service.db, uuid, {
      components: [{ name: rated }, { name: 'other' }],
    });
    const critical = await seedVulnerability(service.db, { vuln_id: 'CVE-2024-1', severity: 'CRITICAL' });
    const medium = await seedVulnerability(service.db, { vuln_id: 'CVE-2024-2', severity: 'MEDIUM' });
    const finding = await seedFinding(service.db, uuids[rated] ?? '', critical);
    await seedFinding(service.db, uuids.other ?? '', medium);
    await decide(finding, {
      severity: 'LOW',
      cvss_v2_vector: '(AV:N)',
      cvss_v2_score: 2,
      cvss_v3_vector: 'CVSS:3.1/x',
      cvss_v3_score: 3,
      cvss_v4_vector: 'CVSS:4.0/x',
      cvss_v4_score: 4,
      owasp_vector: 'SL:1',
      owasp_score: 5.5,
    });
    const path = `/api/v1/finding/project/${uuid}?sortName=vulnerability.severity&sortOrder=asc`;
    const { body } = await service.asAdmin('GET', path);
    expect(body.map((one: { vulnerability: { vulnId: string } }) => one.vulnerability.vulnId)).toEqual([
      'CVE-2024-2',
      'CVE-2024-1',
    ]);
    expect(body[1].vulnerability).toMatchObject({
      severity: 'LOW',
      severityRank: 3,
      cvssV2BaseScore: 2,
      cvssV2Vector: '(AV:N)',
      cvssV3BaseScore: 3,
      cvssV3Vector: 'CVSS:3.1/x',
      cvssV4Score: 4,
      cvssV4Vector: 'CVSS:4.0/x',
      owaspLikelihoodScore: 5.5,
      owaspTechnicalImpactScore: 5.5,
      owaspBusinessImpactScore: 5.5,
      owaspRRVector: 'SL:1',
    });
  });

  it('presents the earliest active attribution', async () => {
    const { component, vulnerability } = findings.low as SeededFinding;
    const key = { component_id: component.id, vulnerability_id: vulnerability.id };
    const at = (day: number) => new Date(Date.UTC(2024, 0, day));
    await service.db
      .insertInto('finding_attribution')
      .values([
        { ...key, analyzer: 'oss-index', attributed_at: at(1), deleted_at: at(2) },
        { ...key, analyzer: 'snyk', attributed_at: at(3) },
      ])
      .execute();
    const [finding] = (await list(`?searchText=${vulnerability.uuid}`)).body;
    expect(finding.attribution).toEqual({ analyzerIdentity: 'snyk', attributedOn: at(3).getTime() });
  });

  it('returns all findings as SARIF 2.1.0 if the client accepts it', async () => {
    const answer = await service.request(
      'GET',
      `/api/v1/finding/project/${project}?pageNumber=1&pageSize=1`,
      {
        token: service.adminToken,
        headers: { Accept: 'application/sarif+json' },
      },
    );
    expect(answer.headers.get('content-type')).toBe('application/sarif+json');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="findings-${project}.sarif"`,
    );
    expect(answer.headers.get('x-total-count')).toBeNull();
    const [run] = answer.body.runs;
    expect(answer.body.version).toBe('2.1.0');
    expect(run.tool.driver).toMatchObject({ name: 'Tallyman', version: expect.any(String) });
    expect(run.tool.driver.rules).toContainEqual({
      id: 'GHSA-jfh8-c2jp-5v3q',
      name: 'GHSA-jfh8-c2jp-5v3q',
      shortDescription: { text: 'GHSA-jfh8-c2jp-5v3q' },
      fullDescription: { text: 'Lookups' },
    });
    expect(run.results).toHaveLength(3);
    expect(run.results[0]).toEqual({
      ruleId: 'GHSA-jfh8-c2jp-5v3q',
      message: { text: 'Lookups' },
      locations: [
        {
          logicalLocations: [{ fullyQualifiedName: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.0' }],
        },
      ],
      level: 'error',
      properties: {
        name: 'log4j-core',
        group: 'org.apache.logging.log4j',
        version: '2.14.0',
        source: 'GITHUB',
        cwes: [{ cweId: '502', name: 'Deserialization of Untrusted Data' }],
        cvssV3BaseScore: '10',
        epssScore: '0.97',
        epssPercentile: '0.999',
        severityRank: '0',
        recommendation: 'Update.',
      },
    });
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual(['error', 'none', 'note']);
  });

  it('counts up to 10,000 for totalCount=BOUNDED', async () => {
    const uuid = await createProject({ name: 'large' });
    await seedManyFindings(service.db, uuid, await seedVulnerability(service.db, 'CVE-2024-3'), 10_050);
    const ask = (query: string) => service.asAdmin('GET', `/api/v1/finding/project/${uuid}?${query}`);
    const bounded = await ask('totalCount=BOUNDED');
    expect(bounded.headers.get('x-total-count')).toBe('10000');
    expect(bounded.headers.get('x-total-count-type')).toBe('AT_LEAST');
    expect(bounded.headers.get('link')).toContain('offset=100');
    const exact = await ask('totalCount=exact');
    expect(exact.headers.get('x-total-count')).toBe('10050');
    expect(exact.headers.get('x-total-count-type')).toBe('EXACT');
  });

  it('answers 404 for an unknown project and 403 for one that the caller may not access', async () => {
    expect((await service.asAdmin('GET', `/api/v1/finding/project/${NOBODY}`)).status).toBe(404);
    await switchAccessControl(service, true);
    const { apiKey } = await createTeamKey(service, 'VIEW_VULNERABILITY');
    const answer = await service.request('GET', `/api/v1/finding/project/${project}`, { apiKey });
    await switchAccessControl(service, false);
    expect([answer.status, answer.body.title]).toEqual([403, 'Project access denied']);
  });
});
