import { describe, expect, it } from 'vitest';
import { isFixed, toTrivyRecord } from './to-trivy-record.ts';

const V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const OTHER_V3 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L';

describe('toTrivyRecord', () => {
  it.each([
    ['CVE-2026-1', 'NVD'],
    ['GHSA-aaaa-bbbb-cccc', 'GITHUB'],
    ['RUSTSEC-2026-0001', 'OSV'],
  ])('takes the source of %s from the id', (vulnerability_id, source) => {
    expect(toTrivyRecord({ vulnerability_id })).toMatchObject({ source, vulnId: vulnerability_id });
  });

  it.each([
    [
      'the source of the severity',
      { severity_source: 'ghsa', cvss: { nvd: { v3_vector: OTHER_V3 }, ghsa: { v3_vector: V3 } } },
      { vector: V3 },
    ],
    ['NVD', { cvss: { bitnami: { v3_vector: OTHER_V3 }, nvd: { v3_vector: V3 } } }, { vector: V3 }],
    ['any other', { cvss: { bitnami: { v3_vector: V3 } } }, { vector: V3 }],
    ['a score without vector', { cvss: { nvd: { v3_score: 5.5 } } }, { score: 5.5 }],
    ['members in camel case', { cvss: { nvd: { v3Vector: V3 } } }, { vector: V3 }],
  ])('rates by %s', (_, rated, cvssV3) => {
    expect(toTrivyRecord({ vulnerability_id: 'CVE-2026-1', ...rated })?.ratings).toMatchObject({ cvssV3 });
  });

  it.each([
    ['CRITICAL', 'CRITICAL'],
    [2, 'MEDIUM'],
    ['UNKNOWN', undefined],
    [0, undefined],
  ])('maps the severity %s to %s', (severity, expected) => {
    expect(toTrivyRecord({ vulnerability_id: 'CVE-2026-1', severity })?.ratings?.severity).toBe(expected);
  });

  it('ignores an entry without id', () => {
    expect(toTrivyRecord({ severity: 'HIGH' })).toBeUndefined();
  });

  it.each([
    [3, true],
    ['fixed', true],
    [2, false],
    [undefined, false],
  ])('status %s is fixed: %s', (status, expected) => {
    expect(isFixed({ status })).toBe(expected);
  });
});
