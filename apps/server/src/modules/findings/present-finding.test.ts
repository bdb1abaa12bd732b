import { SEVERITIES } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { NO_RATINGS } from './decision-columns.ts';
import type { FindingRow, FoundVulnerability } from './lists/finding-columns-store.ts';
import { presentFinding } from './present-finding.ts';

const VULNERABILITY: FoundVulnerability = {
  id: 1,
  uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f',
  source: 'NVD',
  vuln_id: 'CVE-2024-1',
  title: null,
  sub_title: null,
  description: null,
  recommendation: null,
  reference_links: null,
  reference_text: null,
  published_at: null,
  cwes: [],
  severity: 'HIGH',
  cvss_v2_vector: null,
  cvss_v2_score: 5,
  cvss_v3_vector: 'v3',
  cvss_v3_score: 8.1,
  cvss_v4_vector: null,
  cvss_v4_score: null,
  owasp_vector: 'o',
  owasp_likelihood_score: 1,
  owasp_technical_impact_score: 2,
  owasp_business_impact_score: 3,
  aliases: [],
  epss: null,
  is_kev: false,
};

const ROW: FindingRow = {
  componentId: 1,
  vulnerabilityId: 1,
  component_uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e60',
  name: 'lib',
  group_name: null,
  version: null,
  purl: null,
  cpe: null,
  scope: null,
  has_occurrences: false,
  project_uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e61',
  project_name: 'shop',
  project_version: null,
  state: null,
  justification: null,
  response: null,
  details: null,
  is_suppressed: null,
  expires_at: null,
  ...NO_RATINGS,
  analyzer: null,
  attributed_at: null,
  alternate_identifier: null,
  reference_url: null,
  evidence: null,
};

const ratingsOf = (decision: Partial<FindingRow>) =>
  presentFinding({ ...ROW, state: 'NOT_SET', ...decision }, VULNERABILITY).vulnerability;

describe('Ratings of the decision replace those of the vulnerability', () => {
  it('each for itself', () => {
    expect(ratingsOf({ severity: 'LOW', cvss_v3_score: 2 })).toMatchObject({
      severity: 'LOW',
      cvssV3BaseScore: 2,
      cvssV3Vector: 'v3',
      cvssV2BaseScore: 5,
    });
  });

  it.each(SEVERITIES)('the rank is that of the presented severity, %s', (severity) => {
    expect(ratingsOf({ severity }).severityRank).toBe(SEVERITIES.indexOf(severity));
  });

  it('an analysis OWASP score fills all three OWASP score members', () => {
    expect(ratingsOf({ owasp_score: 7 })).toMatchObject({
      owaspLikelihoodScore: 7,
      owaspTechnicalImpactScore: 7,
      owaspBusinessImpactScore: 7,
      owaspRRVector: 'o',
    });
  });

  it('not if the decision has none', () => {
    expect(ratingsOf({})).toMatchObject({
      severity: 'HIGH',
      owaspLikelihoodScore: 1,
      owaspTechnicalImpactScore: 2,
      owaspBusinessImpactScore: 3,
    });
  });
});

describe('An undecided finding', () => {
  it('has no state and is not suppressed', () => {
    expect(presentFinding(ROW, VULNERABILITY).analysis).toEqual({ isSuppressed: false });
  });

  it('shares the presented vulnerability with the others', () => {
    const other = presentFinding({ ...ROW, componentId: 2 }, VULNERABILITY);
    expect(presentFinding(ROW, VULNERABILITY).vulnerability).toBe(other.vulnerability);
  });
});

it('the matrix is unique for project, component and vulnerability', () => {
  expect(presentFinding(ROW, VULNERABILITY).matrix).toBe(
    `${ROW.project_uuid}:${ROW.component_uuid}:${VULNERABILITY.uuid}`,
  );
});
