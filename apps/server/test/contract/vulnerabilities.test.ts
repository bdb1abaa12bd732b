import { vulnerabilityOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { createComponent } from '../support/create-findings.ts';
import { importFile, importNvd, importOsv } from '../support/data-source-imports.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const EPSS = `cve,epss,percentile
CVE-2021-44228,0.97,0.999
CVE-2021-45046,0.5,0.9
`;
const EXPLOITED = {
  cveID: 'CVE-2021-44228',
  dateAdded: '2021-12-10',
  requiredAction: 'Update.',
  knownRansomwareCampaignUse: 'Known',
};
const NOW = new Date('2024-05-01T12:00:00Z');

/** A record of OSV, which is of the source GITHUB. */
const LOG4J = {
  summary: 'Remote code injection in Log4j',
  details: 'Lookups',
  references: [
    { type: 'WEB', url: 'https://example.org/a' },
    { type: 'FIX', url: 'https://example.org/b' },
  ],
  published: '2021-12-10T00:40:56Z',
  database_specific: { cwe_ids: ['CWE-502', 'CWE-400', 'CWE-20'] },
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '2.13.0' }, { fixed: '2.15.0' }] }],
    },
  ],
  aliases: ['CVE-2021-44228'],
};

describe('Vulnerabilities', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    await importOsv(service, { 'GHSA-jfh8-c2jp-5v3q': LOG4J });
    await importNvd(service, { 'CVE-2021-44228': {} });
    await importOsv(service, { 'PYSEC-2021-1': { withdrawn: '2022-01-01T00:00:00Z' }, 'PYSEC-2021-2': {} });
    await importFile(service, 'epss', EPSS);
    await importFile(service, 'kev', JSON.stringify({ vulnerabilities: [EXPLOITED] }));
  });
  afterAll(() => service.close());

  const get = async (path: string) => (await service.asAdmin('GET', `/api/v1/vulnerability${path}`)).body;
  const put = (body: object) => service.asAdmin('PUT', '/api/v1/vulnerability', body);
  const post = (body: object) => service.asAdmin('POST', '/api/v1/vulnerability', body);
  let count = 0;
  const create = async (body: object = {}) => {
    const answer = await put({ vulnId: `INT-test-${++count}`, ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const createProject = async () => {
    const answer = await service.asAdmin('PUT', '/api/v1/project', { name: `project ${++count}` });
    return answer.body.uuid as string;
  };

  describe('GET /vulnerability/source/{source}/vuln/{vuln}', () => {
    it('shows a vulnerability with its affected versions and their attributions', async () => {
      expect(await get('/source/GITHUB/vuln/GHSA-jfh8-c2jp-5v3q')).toEqual({
        uuid: expect.any(String),
        vulnId: 'GHSA-jfh8-c2jp-5v3q',
        source: 'GITHUB',
        friendlyVulnId: 'GHSA-jfh8-c2jp-5v3q',
        title: 'Remote code injection in Log4j',
        description: 'Lookups',
        references:
          '* [https://example.org/a](https://example.org/a)\n* [https://example.org/b](https://example.org/b)',
        published: '2021-12-10T00:40:56.000Z',
        updated: '2024-01-01T00:00:00.000Z',
        cwes: [
          { cweId: 502, name: 'Deserialization of Untrusted Data' },
          { cweId: 400, name: 'Uncontrolled Resource Consumption' },
          { cweId: 20, name: 'Improper Input Validation' },
        ],
        cvssV3BaseScore: 10,
        cvssV3ImpactSubScore: 6,
        cvssV3ExploitabilitySubScore: 3.9,
        cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
        severity: 'CRITICAL',
        epss: { cve: 'CVE-2021-44228', score: 0.97, percentile: 0.999 },
        epssScore: 0.97,
        epssPercentile: 0.999,
        isKev: true,
        affectedProjectCount: 0,
        affectedActiveProjectCount: 0,
        affectedInactiveProjectCount: 0,
        affectedComponents: [
          {
            identityType: 'PURL',
            identity: 'pkg:maven/org.apache.logging.log4j/log4j-core',
            versionType: 'RANGE',
            versionStartIncluding: '2.13.0',
            versionEndExcluding: '2.15.0',
            uuid: expect.any(String),
            affectedVersionAttributions: [
              { source: 'OSV', firstSeen: expect.any(Number), lastSeen: expect.any(Number) },
            ],
          },
        ],
        aliases: [{ ghsaId: 'GHSA-jfh8-c2jp-5v3q', cveId: 'CVE-2021-44228' }],
      });
    });

    it.each(['github', 'GitHub', 'ADVISORY', 'advisory'])('accepts %s for the source', async (name) => {
      expect((await get(`/source/${name}/vuln/GHSA-jfh8-c2jp-5v3q`)).source).toBe('GITHUB');
    });

    it('answers 404 for an unknown vulnerability and for an unknown source', async () => {
      for (const path of ['/source/NVD/vuln/CVE-1999-0001', '/source/NOBODY/vuln/CVE-2021-44228']) {
        const answer = await service.asAdmin('GET', `/api/v1/vulnerability${path}`);
        expect(answer.status).toBe(404);
        expect(answer.body.detail).toBe('The vulnerability could not be found.');
      }
    });

    it('shows when a vulnerability was withdrawn', async () => {
      expect((await get('/source/OSV/vuln/PYSEC-2021-1')).rejected).toBe('2022-01-01T00:00:00.000Z');
    });
  });

  it('GET /vulnerability/{uuid} shows the same', async () => {
    const found = await get('/source/GITHUB/vuln/GHSA-jfh8-c2jp-5v3q');
    expect(await get(`/${found.uuid}`)).toEqual(found);
    expect((await service.asAdmin('GET', `/api/v1/vulnerability/${NOBODY}`)).status).toBe(404);
    expect((await service.asAdmin('GET', '/api/v1/vulnerability/no-uuid')).status).toBe(400);
  });

  describe('GET /vulnerability', () => {
    const ids = (vulnerabilities: { vulnId: string }[]) => vulnerabilities.map(({ vulnId }) => vulnId);

    it('lists vulnerabilities, paged, without affected versions', async () => {
      const answer = await service.asAdmin('GET', '/api/v1/vulnerability?pageNumber=1&pageSize=2');
      expect(ids(answer.body)).toEqual(['GHSA-jfh8-c2jp-5v3q', 'CVE-2021-44228']);
      expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThanOrEqual(4);
      expect(answer.headers.get('link')).toContain('offset=2');
      expect(answer.body[0]).not.toHaveProperty('affectedComponents');
      expect(answer.body[1]).toMatchObject({
        isKev: true,
        epssScore: 0.97,
        aliases: [{ cveId: 'CVE-2021-44228', ghsaId: 'GHSA-jfh8-c2jp-5v3q' }],
        affectedProjectCount: 0,
      });
    });

    it('searchText searches the id, case-insensitively', async () => {
      const answer = await service.asAdmin('GET', '/api/v1/vulnerability?searchText=jfh8-C2JP');
      expect(ids(answer.body)).toEqual(['GHSA-jfh8-c2jp-5v3q']);
      expect(answer.headers.get('x-total-count')).toBe('1');
      expect(await get('?searchText=%25')).toEqual([]);
    });

    it('sorts by severity, the worst first', async () => {
      const [first] = await get('?sortName=severity&sortOrder=asc&offset=0&limit=1');
      expect(first.severity).toBe('CRITICAL');
    });

    it.each([
      'vulnId',
      'source',
      'title',
      'published',
      'created',
      'updated',
      'cvssV3BaseScore',
      'cvssV4Score',
    ])('sorts by %s', async (field) => {
      const up = await service.asAdmin('GET', `/api/v1/vulnerability?sortName=${field}&sortOrder=asc`);
      const down = await service.asAdmin('GET', `/api/v1/vulnerability?sortName=${field}&sortOrder=desc`);
      expect([up.status, down.status]).toEqual([200, 200]);
      expect(down.body).toHaveLength(up.body.length);
    });

    it('refuses other sort fields', async () => {
      const answer = await service.asAdmin('GET', '/api/v1/vulnerability?sortName=id&sortOrder=asc');
      expect(answer.status).toBe(400);
      expect(answer.body.type).toBe('/problems/invalid-sort-field');
    });
  });

  describe('GET /vulnerability/source/{source}/vuln/{vuln}/projects', () => {
    const projects = (query: string, vuln = 'CVE-2021-44228') =>
      service.asAdmin('GET', `/api/v1/vulnerability/source/NVD/vuln/${vuln}/projects?${query}`);

    it('is paginated', async () => {
      const answer = await projects('excludeInactive=true&searchText=x&sortName=version&sortOrder=desc');
      expect([answer.status, answer.body, answer.headers.get('x-total-count')]).toEqual([200, [], '0']);
    });

    it('is an empty page for an unknown vulnerability', async () => {
      const answer = await projects('', 'CVE-0000-0000');
      expect([answer.status, answer.body, answer.headers.get('x-total-count')]).toEqual([200, [], '0']);
      const unknown = await service.asAdmin('GET', '/api/v1/vulnerability/source/NOBODY/vuln/X/projects');
      expect([unknown.status, unknown.body]).toEqual([200, []]);
    });

    it('refuses to sort by other fields than name, version and inactiveSince', async () => {
      expect((await projects('sortName=uuid&sortOrder=asc')).status).toBe(400);
    });
  });

  describe('PUT /vulnerability', () => {
    it('creates an internal vulnerability; the source is forced to INTERNAL', async () => {
      const answer = await put({
        vulnId: ' INT-1 ',
        source: 'NVD',
        title: ' A title ',
        subTitle: 'Sub',
        description: 'Line one\nline two',
        detail: 'Detail',
        recommendation: 'Update',
        references: '* [x](https://example.org)',
        credits: 'Somebody',
        published: '2024-01-02T03:04:05Z',
        created: Date.UTC(2024, 0, 1),
        cwes: [{ cweId: 79 }, { cweId: 99_999 }],
        vulnerableVersions: '<2',
        patchedVersions: '2',
        unheardOf: true,
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        uuid: expect.any(String),
        vulnId: 'INT-1',
        friendlyVulnId: 'INT-1',
        source: 'INTERNAL',
        title: 'A title',
        subTitle: 'Sub',
        description: 'Line one\nline two',
        detail: 'Detail',
        recommendation: 'Update',
        references: '* [x](https://example.org)',
        credits: 'Somebody',
        created: '2024-01-01T00:00:00.000Z',
        published: '2024-01-02T03:04:05.000Z',
        updated: expect.any(String),
        cwes: [
          { cweId: 79, name: expect.any(String) },
          { cweId: 99_999, name: 'CWE-99999' },
        ],
        vulnerableVersions: '<2',
        patchedVersions: '2',
        severity: 'UNASSIGNED',
        isKev: false,
        affectedProjectCount: 0,
        affectedActiveProjectCount: 0,
        affectedInactiveProjectCount: 0,
        affectedComponents: [],
      });
      expect(await get(`/${answer.body.uuid}`)).toEqual(answer.body);
    });

    it('derives scores from vectors and stores the v2 vector in parentheses', async () => {
      expect(
        await create({
          cvssV2Vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P',
          cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
          cvssV4Vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H',
          owaspRRVector: 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3',
          cvssV3BaseScore: 1,
          severity: 'INFO',
        }),
      ).toMatchObject({
        cvssV2Vector: '(AV:N/AC:L/Au:N/C:P/I:P/A:P)',
        cvssV2BaseScore: 7.5,
        cvssV2ImpactSubScore: 6.4,
        cvssV2ExploitabilitySubScore: 10,
        cvssV3BaseScore: 6.1,
        cvssV3ImpactSubScore: 2.7,
        cvssV3ExploitabilitySubScore: 2.8,
        cvssV4Score: 10,
        owaspRRLikelihoodScore: 1,
        owaspRRTechnicalImpactScore: 1.25,
        owaspRRBusinessImpactScore: 1.75,
        severity: 'CRITICAL',
      });
    });

    it('uses the given severity if there is no vector', async () => {
      expect((await create({ severity: 'HIGH' })).severity).toBe('HIGH');
    });

    it('accepts affected components: CPE or PURL, EXACT or RANGE', async () => {
      const attributions = { affectedVersionAttributions: [expect.objectContaining({ source: 'INTERNAL' })] };
      const created = await create({
        affectedComponents: [
          { identityType: 'PURL', identity: 'pkg:npm/%40acme/lib', versionType: 'EXACT', version: '1.2.3' },
          {
            identityType: 'PURL',
            identity: 'pkg:deb/debian/curl?distro=debian-11',
            versionType: 'RANGE',
            versionStartExcluding: '7.0',
            versionEndIncluding: '7.74.0-1',
          },
          {
            identityType: 'CPE',
            identity: 'cpe:2.3:a:acme:thing:*:*:*:*:*:*:*:*',
            versionType: 'EXACT',
            version: '1+2',
          },
          {
            identityType: 'CPE',
            identity: 'cpe:/a:acme:other',
            versionType: 'RANGE',
            versionStartIncluding: '1',
            versionEndExcluding: '2',
          },
        ],
      });
      expect(created.affectedComponents).toEqual([
        {
          identityType: 'PURL',
          identity: 'pkg:deb/debian/curl?distro=debian-11',
          versionType: 'RANGE',
          versionStartExcluding: '7.0',
          versionEndIncluding: '7.74.0-1',
          uuid: expect.any(String),
          ...attributions,
        },
        {
          identityType: 'PURL',
          identity: 'pkg:npm/%40acme/lib',
          versionType: 'EXACT',
          version: '1.2.3',
          uuid: expect.any(String),
          ...attributions,
        },
        {
          identityType: 'CPE',
          identity: 'cpe:2.3:a:acme:other:*:*:*:*:*:*:*:*',
          versionType: 'RANGE',
          versionStartIncluding: '1',
          versionEndExcluding: '2',
          uuid: expect.any(String),
          ...attributions,
        },
        {
          identityType: 'CPE',
          identity: 'cpe:2.3:a:acme:thing:1\\+2:*:*:*:*:*:*:*',
          versionType: 'EXACT',
          version: '1+2',
          uuid: expect.any(String),
          ...attributions,
        },
      ]);
    });

    it('accepts aliases', async () => {
      const created = await create({ aliases: [{ cveId: 'CVE-2000-1', ghsaId: 'GHSA-x' }] });
      expect(created.aliases).toEqual([
        { internalId: created.vulnId, ghsaId: 'GHSA-x' },
        { internalId: created.vulnId, cveId: 'CVE-2000-1' },
      ]);
    });

    it('answers 409 when the vulnId exists', async () => {
      const { vulnId } = await create();
      const answer = await put({ vulnId });
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toBe('A vulnerability with the specified vulnId already exists.');
      expect((await put({ vulnId: 'CVE-2021-44228' })).status).toBe(201);
    });

    it('accepts every vulnId of up to 255 characters', async () => {
      for (const vulnId of ['💩'.repeat(255), 'a\u0085b', 'with blank', '%_\\']) {
        expect((await create({ vulnId })).vulnId).toBe(vulnId);
      }
    });

    it('creates one vulnerability in concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => put({ vulnId: 'INT-race' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    });

    it.each([
      [{}, 'vulnId'],
      [{ vulnId: ' ' }, 'vulnId'],
      [{ vulnId: 'x'.repeat(256) }, 'vulnId'],
      [{ vulnId: 'a', severity: 'SEVERE' }, 'severity'],
      [{ vulnId: 'a', cvssV2Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }, 'cvssV2Vector'],
      [{ vulnId: 'a', cvssV3Vector: 'AV:N' }, 'cvssV3Vector'],
      [{ vulnId: 'a', cvssV4Vector: 'foobar' }, 'cvssV4Vector'],
      [{ vulnId: 'a', owaspRRVector: 'foobar' }, 'owaspRRVector'],
      [{ vulnId: 'a', published: 'yesterday' }, 'published'],
      [{ vulnId: 'a', created: 1e300 }, 'created'],
      [{ vulnId: 'a', cwes: [{ cweId: 0 }] }, 'cwes'],
      [{ vulnId: 'a', affectedComponents: [{ identity: 'log4j' }] }, 'affectedComponents/0/identity'],
      [
        { vulnId: 'a', affectedComponents: [{ identityType: 'CPE', identity: 'cpe:x' }] },
        'affectedComponents/0/identity',
      ],
      [
        { vulnId: 'a', affectedComponents: [{ identity: 'pkg:npm/a', versionType: 'EXACT' }] },
        'affectedComponents/0/version',
      ],
    ])('refuses %j with 400 and names the place', async (body, place) => {
      const answer = await put(body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body.errors)).toContain(place);
    });
  });

  describe('POST /vulnerability', () => {
    it('changes only the members that are present', async () => {
      const before = await create({
        title: 'Before',
        description: 'Description',
        cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
        cwes: [{ cweId: 79 }],
        affectedComponents: [{ identity: 'pkg:npm/a', versionEndExcluding: '2' }],
        aliases: [{ cveId: 'CVE-2000-2' }],
      });
      const { uuid, vulnId } = before;
      const answer = await post({ uuid, vulnId, title: 'After', description: '' });
      expect(answer.status).toBe(200);
      const { description, ...others } = before;
      expect(description).toBe('Description');
      expect(answer.body).toEqual({
        ...others,
        title: 'After',
        updated: expect.any(String),
        affectedComponents: [
          {
            ...before.affectedComponents[0],
            affectedVersionAttributions: [expect.objectContaining({ source: 'INTERNAL' })],
          },
        ],
      });
    });

    it('clears members that are null, and replaces affected components', async () => {
      const { uuid } = await create({
        cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
        cwes: [{ cweId: 79 }],
        published: NOW.toISOString(),
        affectedComponents: [{ identity: 'pkg:npm/a' }],
      });
      const replaced = await post({
        uuid,
        cvssV3Vector: null,
        cwes: null,
        published: null,
        severity: 'LOW',
        affectedComponents: [{ identity: 'pkg:npm/b', versionType: 'EXACT', version: '1' }],
      });
      expect(replaced.body).toMatchObject({
        severity: 'LOW',
        affectedComponents: [{ identity: 'pkg:npm/b', version: '1' }],
      });
      for (const gone of ['cvssV3Vector', 'cvssV3BaseScore', 'cwes', 'published']) {
        expect(replaced.body).not.toHaveProperty(gone);
      }
      expect((await post({ uuid, affectedComponents: null })).body.affectedComponents).toEqual([]);
    });

    it('answers 406 if the vulnId differs', async () => {
      const { uuid } = await create();
      const answer = await post({ uuid, vulnId: 'INT-other' });
      expect(answer.status).toBe(406);
      expect(answer.body.detail).toBe('The vulnId may not be changed.');
    });

    it('answers 404 for an unknown vulnerability and for one of another source', async () => {
      expect((await post({ uuid: NOBODY })).status).toBe(404);
      const { uuid } = await get('/source/NVD/vuln/CVE-2021-44228');
      expect((await post({ uuid, title: 'x' })).status).toBe(404);
    });

    it('refuses a body without uuid and bad vectors with 400', async () => {
      expect((await post({ vulnId: 'INT-x' })).status).toBe(400);
      const { uuid } = await create();
      expect((await post({ uuid, cvssV4Vector: 'x' })).status).toBe(400);
    });
  });

  describe('DELETE /vulnerability/{uuid}', () => {
    const remove = (uuid: string) => service.asAdmin('DELETE', `/api/v1/vulnerability/${uuid}`);

    it('deletes an internal vulnerability with its aliases and ranges', async () => {
      const { uuid, vulnId } = await create({
        affectedComponents: [{ identity: 'pkg:npm/a' }, { identity: 'cpe:/a:b:c' }],
        aliases: [{ cveId: 'CVE-2000-3' }],
      });
      expect((await remove(uuid)).status).toBe(204);
      expect((await service.asAdmin('GET', `/api/v1/vulnerability/${uuid}`)).status).toBe(404);
      expect(await put({ vulnId })).toMatchObject({ status: 201, body: { affectedComponents: [] } });
      expect(await get(`/source/INTERNAL/vuln/${vulnId}`)).not.toHaveProperty('aliases');
    });

    it('answers 403 for other sources and 404 for unknown ones', async () => {
      const { uuid } = await get('/source/NVD/vuln/CVE-2021-44228');
      expect((await remove(uuid)).status).toBe(403);
      expect((await remove(NOBODY)).status).toBe(404);
    });
  });

  it('GET /vulnerability/vulnId returns a new id as text', async () => {
    const answer = await service.asAdmin('GET', '/api/v1/vulnerability/vulnId');
    expect(answer.text).toMatch(/^INT-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect((await service.asAdmin('GET', '/api/v1/vulnerability/vulnId')).text).not.toBe(answer.text);
  });

  describe('tags', () => {
    const tag = (uuid: string, names: unknown) =>
      service.asAdmin('POST', `/api/v1/vulnerability/${uuid}/tags`, names);

    it('POST /vulnerability/{uuid}/tags replaces its tags', async () => {
      const { uuid } = await create();
      const answer = await tag(uuid, ['Urgent', ' vendor ', 'urgent']);
      expect(answer.status).toBe(200);
      expect(answer.body.tags).toEqual([{ name: 'urgent' }, { name: 'vendor' }]);
      expect((await tag(uuid, ['vendor'])).body.tags).toEqual([{ name: 'vendor' }]);
      expect((await tag(uuid, [])).body).not.toHaveProperty('tags');
      expect((await tag(NOBODY, ['x'])).status).toBe(404);
      expect((await tag(uuid, [''])).status).toBe(400);
    });

    it('can be assigned to vulnerabilities of any source, and are listed and counted', async () => {
      const found = await get('/source/NVD/vuln/CVE-2021-44228');
      const { uuid } = await create({ vulnId: 'INT-tagged' });
      await tag(found.uuid, ['listed']);
      await tag(uuid, ['listed']);
      const listed = await service.asAdmin('GET', '/api/v1/tag/Listed/vulnerability');
      expect(listed.body).toEqual([
        { uuid: found.uuid, vulnId: 'CVE-2021-44228', source: 'NVD' },
        { uuid, vulnId: 'INT-tagged', source: 'INTERNAL' },
      ]);
      expect(listed.headers.get('x-total-count')).toBe('2');
      const page = await service.asAdmin('GET', '/api/v1/tag/listed/vulnerability?offset=1&limit=1');
      expect(page.body.map(({ vulnId }: { vulnId: string }) => vulnId)).toEqual(['INT-tagged']);
      const tags = await service.asAdmin('GET', '/api/v1/tag?searchText=listed');
      expect(tags.body).toMatchObject([{ name: 'listed', vulnerabilityCount: 2, projectCount: 0 }]);
      const all = await service.asAdmin('GET', '/api/v1/vulnerability/tag/listed');
      expect(all.body.map(({ vulnId }: { vulnId: string }) => vulnId)).toEqual([
        'CVE-2021-44228',
        'INT-tagged',
      ]);
      expect(all.headers.get('x-total-count')).toBe('2');
      expect(await get('/tag/no-such-tag')).toEqual([]);
    });

    it('DELETE /tag/{name}/vulnerability removes the tag from some of them', async () => {
      const { uuid } = await create();
      await tag(uuid, ['leaving', 'staying']);
      const untag = (name: string, uuids: unknown) =>
        service.asAdmin('DELETE', `/api/v1/tag/${name}/vulnerability`, uuids);
      expect((await untag('LEAVING', [uuid, NOBODY])).status).toBe(204);
      expect((await get(`/${uuid}`)).tags).toEqual([{ name: 'staying' }]);
      const missing = await untag('no-such-tag', [uuid]);
      expect(missing.status).toBe(404);
      expect(missing.body.detail).toBe('A tag with name no-such-tag does not exist');
      expect((await untag('staying', [])).status).toBe(400);
    });

    it('are removed from vulnerabilities when they are deleted', async () => {
      const { uuid } = await create();
      await tag(uuid, ['deleted']);
      expect((await service.asAdmin('DELETE', '/api/v1/tag', ['deleted'])).status).toBe(204);
      expect(await get(`/${uuid}`)).not.toHaveProperty('tags');
    });
  });

  describe('of components and projects', () => {
    it('are empty before the first analysis', async () => {
      const project = await createProject();
      const component = await createComponent(service, project, { name: 'a' });
      const ofComponent = await service.asAdmin(
        'GET',
        `/api/v1/vulnerability/component/${component.uuid}?suppressed=true`,
      );
      expect([ofComponent.status, ofComponent.body, ofComponent.headers.get('x-total-count')]).toEqual([
        200,
        [],
        '0',
      ]);
      const ofProject = await service.asAdmin('GET', `/api/v1/vulnerability/project/${project}`);
      expect([ofProject.status, ofProject.body, ofProject.headers.get('x-total-count')]).toEqual([
        200,
        [],
        '0',
      ]);
      expect(ofProject.headers.get('x-api-deprecated')).toBe('true');
    });

    it('answer 404 for unknown ones, and 403 for inaccessible projects', async () => {
      expect((await service.asAdmin('GET', `/api/v1/vulnerability/component/${NOBODY}`)).status).toBe(404);
      expect((await service.asAdmin('GET', `/api/v1/vulnerability/project/${NOBODY}`)).status).toBe(404);
      const project = await createProject();
      const component = await createComponent(service, project, { name: 'a' });
      const { apiKey } = await createTeamKey(service, 'VIEW_PORTFOLIO');
      await switchAccessControl(service, true);
      try {
        for (const path of [`component/${component.uuid}`, `project/${project}`]) {
          const answer = await service.request('GET', `/api/v1/vulnerability/${path}`, { apiKey });
          expect(answer.status).toBe(403);
        }
      } finally {
        await switchAccessControl(service, false);
      }
    });
  });

  describe('GET /api/v2/vulns/{source}/{vuln_id}/kev-assertions', () => {
    const list = (source: string, vulnId: string) =>
      service.asAdmin('GET', `/api/v2/vulns/${source}/${vulnId}/kev-assertions`);
    const asserted = {
      asserter: 'cisa',
      asserter_display_name: 'CISA',
      vuln_source: 'NVD',
      vuln_id: 'CVE-2021-44228',
      published_at: Date.UTC(2021, 11, 10),
      required_action: 'Update.',
      known_ransomware: true,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    };

    it('lists those of the vulnerability and of its aliases', async () => {
      const body = { items: [asserted], total: { count: 1, type: 'EXACT' } };
      expect((await list('NVD', 'CVE-2021-44228')).body).toEqual(body);
      expect((await list('advisory', 'GHSA-jfh8-c2jp-5v3q')).body).toEqual(body);
    });

    it('lists none for a vulnerability that is not known to be exploited', async () => {
      expect((await list('OSV', 'PYSEC-2021-1')).body).toEqual({
        items: [],
        total: { count: 0, type: 'EXACT' },
      });
    });

    it('answers 404 for an unknown vulnerability', async () => {
      expect((await list('NVD', 'CVE-1999-0001')).status).toBe(404);
      expect((await list('NOBODY', 'CVE-2021-44228')).status).toBe(404);
    });
  });

  describe('access', () => {
    itKeepsAccessRules(Object.values(vulnerabilityOperations), () => service);
  });
});
