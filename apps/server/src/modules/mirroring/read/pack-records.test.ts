import { describe, expect, it } from 'vitest';
import { type PreparedRecord, prepareRecord } from '../../vulnerabilities/prepare-record.ts';
import { listBuffers, packRecords, unpackRecords } from './pack-records.ts';

const RECORDS: readonly PreparedRecord[] = [
  prepareRecord({
    source: 'OSV',
    vulnId: 'OSV-2024-ü',
    title: 'Ünïcode, a tab\tand a line\nbreak',
    updated: new Date('2024-05-01T10:00:00.123Z'),
    packages: [{ purl: 'pkg:npm/a', versions: [{ versionEndExcluding: '1.0.0' }, { version: '2.0.0' }] }],
    aliases: [
      { source: 'NVD', vulnId: 'CVE-2024-1' },
      { source: 'GITHUB', vulnId: 'GHSA-aaaa-bbbb-cccc' },
    ],
  }),
  prepareRecord({ source: 'NVD', vulnId: 'CVE-2024-2', rejected: new Date('2024-01-01T00:00:00Z') }),
  prepareRecord({
    source: 'NVD',
    vulnId: 'CVE-2024-3',
    digest: -5n,
    cpes: [{ cpe: 'cpe:2.3:a:vendor:product:*:*:*:*:*:*:*:*', versionEndIncluding: '3' }],
  }),
];

/** For every kind of byte array. */
function toComparable(records: readonly PreparedRecord[]) {
  const textOf = (line: Uint8Array) => Buffer.from(line).toString();
  return records.map(({ source, vulnId, hash, updated, isRejected, aliases, content, packages, cpes }) => ({
    key: { source, vulnId },
    aliases,
    hash,
    updated,
    isRejected,
    lines: [content, packages, cpes].map(textOf),
  }));
}

describe('records on their way from a thread', () => {
  it('arrive as they were sent', () => {
    const packed = packRecords(RECORDS);
    const arrived = structuredClone(packed, { transfer: listBuffers(packed) });
    expect(toComparable(unpackRecords(arrived))).toEqual(toComparable(RECORDS));
  });

  it('may be empty', () => {
    expect(unpackRecords(packRecords([]))).toEqual([]);
  });
});
