import { describe, expect, it } from 'vitest';
import { listAffectedPurls, toSnykRecord } from './to-snyk-record.ts';

const V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
const issue = (attributes: object) => ({ id: 'SNYK-1', attributes });

describe('toSnykRecord', () => {
  it.each([
    [['SUSE', 'Red Hat', 'Snyk', 'NVD'], 'NVD'],
    [['SUSE', 'Red Hat', 'Snyk'], 'Snyk'],
    [['SUSE', 'Red Hat'], 'Red Hat'],
    [['Other', 'SUSE'], 'SUSE'],
    [['Other'], 'Other'],
  ])('of the ratings by %j takes that of %s', (sources, chosen) => {
    const severities = sources.map((source) => ({ source, level: source === chosen ? 'critical' : 'low' }));
    expect(toSnykRecord(issue({ severities }), false)?.ratings?.severity).toBe('CRITICAL');
  });

  it('takes all vectors of the chosen source', () => {
    const severities = [
      { source: 'Snyk', level: 'high', vector: V4 },
      { source: 'Snyk', level: 'medium', vector: V3 },
    ];
    expect(toSnykRecord(issue({ severities }), false)?.ratings).toEqual({
      cvssV3: { vector: V3 },
      cvssV4: { vector: V4 },
      severity: 'HIGH',
    });
  });

  it.each([
    [
      true,
      [
        { source: 'NVD', vulnId: 'CVE-2026-1' },
        { source: 'GITHUB', vulnId: 'GHSA-a-b-c' },
      ],
    ],
    [false, []],
  ])('aliases, if they are synchronised: %s', (syncs, aliases) => {
    const problems = [{ id: 'CVE-2026-1' }, { id: 'CWE-79' }, { id: 'GHSA-a-b-c' }];
    expect(toSnykRecord(issue({ problems }), syncs)).toMatchObject({ aliases, cwes: [79] });
  });

  it('lists the affected package URLs', () => {
    const coordinates = [{ representations: [{ resource_path: '<2' }, { package: { url: 'pkg:npm/a@1' } }] }];
    expect(listAffectedPurls(issue({ coordinates }))).toEqual(['pkg:npm/a@1']);
    expect(toSnykRecord(issue({ coordinates }), false)?.vulnerableVersions).toBe('<2');
  });
});
