import { describe, expect, it } from 'vitest';
import { toOssIndexRecord } from './to-oss-index-record.ts';

describe('A vulnerability of OSS Index', () => {
  it.each([
    [{ id: 'CVE-2026-1' }, 'NVD', 'CVE-2026-1'],
    [{ id: 'sonatype-2026-1', cve: 'CVE-2026-1' }, 'NVD', 'CVE-2026-1'],
    [{ id: 'sonatype-2026-1' }, 'OSSINDEX', 'sonatype-2026-1'],
  ])('%o has the source %s', (reported, source, vulnId) => {
    expect(toOssIndexRecord(reported, false)).toMatchObject({ source, vulnId, aliases: [] });
  });

  it('has its own id as an alias of the CVE if enabled', () => {
    const reported = { id: 'sonatype-2026-1', cve: 'CVE-2026-1' };
    expect(toOssIndexRecord(reported, true).aliases).toEqual([
      { source: 'OSSINDEX', vulnId: 'sonatype-2026-1' },
    ]);
    expect(toOssIndexRecord({ id: 'CVE-2026-1' }, true).aliases).toEqual([]);
  });

  it.each([
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 'cvssV4'],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 'cvssV3'],
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 'cvssV2'],
  ])('rated %s has a rating %s', (cvssVector, method) => {
    expect(toOssIndexRecord({ id: 'x', cvssVector }, false).ratings).toEqual({
      [method]: { vector: cvssVector },
    });
  });
});
