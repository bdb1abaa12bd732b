import { findSource } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { sourceOfOsvRecord, sourceOfVulnId } from './source-of-vuln-id.ts';

describe('known sources', () => {
  it.each([
    ['nvd', 'NVD'],
    [' Osv ', 'OSV'],
    ['ADVISORY', 'GITHUB'],
    ['Component_Index', 'OSSINDEX'],
    ['COMMERCIAL_DB', 'VULNDB'],
    ['scanner_vendor', 'SNYK'],
    ['JVN', 'JVN'],
    ['somebody', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('%j names %s', (name, source) => {
    expect(findSource(name)).toBe(source);
  });
});

describe('the source of an id', () => {
  it.each([
    ['CVE-2021-44228', 'NVD'],
    ['GHSA-jfh8-c2jp-5v3q', 'GITHUB'],
    ['SNYK-JS-LODASH-1', 'SNYK'],
    ['sonatype-2021-1', 'OSSINDEX'],
    ['JVNDB-2021-000001', 'JVN'],
    ['Cx0123abcd-89ef', 'CX'],
    ['INT-abcd-efgh-ijkl', 'INTERNAL'],
    ['JVN-12345678', 'JVN'],
    ['JVN#12345678', 'JVN'],
    ['INTERNAL-1', 'INTERNAL'],
    ['VULNDB-1', 'VULNDB'],
    ['MY-CVE-2021-1', 'OSV'],
    ['MY-GHSA-1', 'OSV'],
    ['MY-INT-1', 'OSV'],
    ['MY-SNYK-1', 'OSV'],
    ['MY-SONATYPE-1', 'OSV'],
    ['MY-VULNDB-1', 'OSV'],
    ['MY-JVN-1', 'OSV'],
    ['MY-Cx0123abcd-89ef', 'OSV'],
    ['Cx0123abcd-8', 'OSV'],
    ['JVNX1', 'OSV'],
    ['PYSEC-2021-1', 'OSV'],
    ['RUSTSEC-2021-0001', 'OSV'],
  ])('for %s is %s', (id, source) => {
    expect(sourceOfVulnId(id)).toBe(source);
  });

  it('in OSV records is NVD for CVEs, GITHUB for GHSAs, otherwise OSV', () => {
    expect(['CVE-1', 'GHSA-1', 'SNYK-1', 'MAL-1'].map(sourceOfOsvRecord)).toEqual([
      'NVD',
      'GITHUB',
      'OSV',
      'OSV',
    ]);
  });
});
