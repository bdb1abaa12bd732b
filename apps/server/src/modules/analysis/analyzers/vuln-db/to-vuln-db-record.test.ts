import { describe, expect, it } from 'vitest';
import { toVulnDbRecord } from './to-vuln-db-record.ts';

const V2 = {
  access_vector: 'Adjacent_Network',
  access_complexity: 'Medium',
  authentication: 'Single',
  confidentiality_impact: 'Partial',
  integrity_impact: 'None',
  availability_impact: 'Complete',
};
const V3 = {
  attack_vector: 'Network',
  attack_complexity: 'Low',
  privileges_required: 'None',
  user_interaction: 'Required',
  scope: 'Changed',
  confidentiality_impact: 'High',
  integrity_impact: 'Low',
  availability_impact: 'None',
};

describe('toVulnDbRecord', () => {
  it.each([
    ['cvss_metrics', [V2], { cvssV2: { vector: 'AV:A/AC:M/Au:S/C:P/I:N/A:C' } }],
    [
      'cvss_version_three_metrics',
      [V3],
      { cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N' } },
    ],
    [
      'cvss_version_three_metrics',
      [{ ...V3, scope: 'Unknown', calculated_cvss_base_score: 6.1 }],
      { cvssV3: { score: 6.1 } },
    ],
    [
      'cvss_metrics',
      [{ calculated_cvss_base_score: 1 }, { source: 'NVD', calculated_cvss_base_score: 5 }],
      { cvssV2: { score: 5 } },
    ],
  ])('rates by %s', (member, metrics, ratings) => {
    expect(toVulnDbRecord({ vulndb_id: 1, [member]: metrics })?.ratings).toEqual(ratings);
  });

  it.each([
    [[{ cve_id: 'CVE-2026-1' }, { cve_id: '2026-1' }], [{ source: 'NVD', vulnId: 'CVE-2026-1' }]],
    [[{ cve_id: 'CVE-2026-1' }, { cve_id: 'CVE-2026-2' }], []],
    [[], []],
  ])('is an alias of a CVE only if it is about one: %j', (information, aliases) => {
    expect(toVulnDbRecord({ vulndb_id: 1, nvd_additional_information: information })?.aliases).toEqual(
      aliases,
    );
  });

  it('has the number as id, and is ignored without one', () => {
    expect(toVulnDbRecord({ vulndb_id: 123 })).toMatchObject({ source: 'VULNDB', vulnId: '123' });
    expect(toVulnDbRecord({ title: 'x' })).toBeUndefined();
  });
});
