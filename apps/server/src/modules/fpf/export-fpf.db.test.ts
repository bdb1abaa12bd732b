import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedFindings } from '../../../test/support/finding-fixtures.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const SEEN = new Date('2024-05-01T12:00:00Z');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it('a finding record has the stored ratings, times and analyzer', async () => {
  const created = await service.asAdmin('PUT', '/api/v1/project', { name: 'shop', version: '1.0' });
  const project = created.body.uuid;
  const vulnerability = {
    vuln_id: 'CVE-2024-1',
    published_at: new Date('2024-01-02T03:04:05.678Z'),
    cwes: [79],
    cvss_v2_vector: '(AV:N/AC:L/Au:N/C:P/I:P/A:P)',
    cvss_v2_score: 7.5,
    cvss_v3_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    cvss_v3_score: 10,
    cvss_v4_vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H',
    cvss_v4_score: 10,
    owasp_vector: 'SL:1/M:1',
    owasp_likelihood_score: 1,
    owasp_technical_impact_score: 2,
    owasp_business_impact_score: 3,
  };
  const component = {
    name: 'lib',
    group_name: 'acme',
    version: '1.2.3',
    purl: 'pkg:npm/%40acme/lib@1.2.3',
  };
  const given = [{ component, vulnerabilities: [vulnerability] }];
  const [finding] = await seedFindings(service.db, project, given, { firstSeen: SEEN });
  const { body } = await service.asAdmin('GET', `/api/v1/finding/project/${project}/export`);
  expect(body.findings).toEqual([
    {
      component: {
        uuid: finding?.component.uuid,
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
        uuid: finding?.vulnerability.uuid,
        source: 'NVD',
        vulnId: 'CVE-2024-1',
        title: 'Title of CVE-2024-1',
        description: 'Description of CVE-2024-1',
        severity: 'HIGH',
        severityRank: 1,
        cvssV2BaseScore: 7.5,
        cvssV3BaseScore: 10,
        cvssV4Score: 10,
        cvssV2Vector: '(AV:N/AC:L/Au:N/C:P/I:P/A:P)',
        cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
        cvssV4Vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H',
        owaspLikelihoodScore: 1,
        owaspTechnicalImpactScore: 2,
        owaspBusinessImpactScore: 3,
        owaspRRVector: 'SL:1/M:1',
        isKev: false,
        cwes: [
          {
            cweId: 79,
            name: "Improper Neutralization of Input During Web Page Generation ('Cross-site Scripting')",
          },
        ],
        aliases: [],
        published: '2024-01-02T03:04:05.678+00:00',
      },
      analysis: { isSuppressed: false },
      attribution: { analyzerIdentity: 'internal', attributedOn: '2024-05-01T12:00:00.000+00:00' },
      matrix: `${project}:${finding?.component.uuid}:${finding?.vulnerability.uuid}`,
    },
  ]);
});
