/** Records like those of OSV: about 2.35 kB on average, some large, with ranges, versions, aliases and references. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const ECOSYSTEMS = [
  ['npm', 'SEMVER'],
  ['PyPI', 'ECOSYSTEM'],
  ['Maven', 'ECOSYSTEM'],
] as const;

const WORDS =
  'an attacker may send crafted input which leads to memory being read beyond its bounds so that the service stops'.split(
    ' ',
  );

interface OsvPlan {
  readonly records: number;
  /** Records from this index on have a later modification time. */
  readonly modifiedFrom?: number;
}

export interface ListedRecord {
  readonly id: string;
  readonly modified: string;
}

/** Writes `all.zip` and returns its records. */
export async function writeOsvArchive(path: string, plan: OsvPlan): Promise<ListedRecord[]> {
  const output = createWriteStream(path);
  const directory: Buffer[] = [];
  const listed: ListedRecord[] = [];
  let offset = 0;
  for (let n = 0; n < plan.records; n++) {
    const { id, modified, text } = osvRecord(n, plan);
    const entry = toEntry(`${id}.json`, Buffer.from(text), offset);
    if (!output.write(entry.local)) await once(output, 'drain');
    directory.push(entry.central);
    offset += entry.local.length;
    listed.push({ id, modified });
  }
  output.end(Buffer.concat([...directory, endOfArchive(directory, offset)]));
  await once(output, 'close');
  return listed;
}

export function osvRecord(n: number, { modifiedFrom = Number.POSITIVE_INFINITY }: OsvPlan) {
  const [ecosystem, type] = ECOSYSTEMS[n % ECOSYSTEMS.length] as (typeof ECOSYSTEMS)[number];
  const id = n % 4 === 0 ? `GHSA-${suffix(n)}` : `${ecosystem === 'npm' ? 'MAL' : 'OSV'}-2024-${n}`;
  const day = n >= modifiedFrom ? '2024-06-30' : `2024-0${1 + (n % 5)}-1${n % 9}`;
  const modified = `${day}T0${n % 9}:00:00.${String(n % 1000).padStart(3, '0')}Z`;
  const name = ecosystem === 'Maven' ? `org.example${n % 500}:artifact-${n % 9000}` : `package-${n % 90_000}`;
  const major = 1 + (n % 9);
  const record = {
    id,
    modified,
    published: '2024-01-01T00:00:00Z',
    aliases: n % 2 === 0 ? [`CVE-2024-${100_000 + n}`] : [],
    summary: sentence(n, 8),
    details: sentence(n, 60 + (n % 7) * 30),
    severity: [
      {
        type: 'CVSS_V3',
        score: `CVSS:3.1/AV:N/AC:L/PR:N/UI:${n % 3 ? 'N' : 'R'}/S:U/C:H/I:${n % 2 ? 'H' : 'L'}/A:H`,
      },
    ],
    affected: [
      {
        package: { ecosystem, name },
        ranges: [{ type, events: [{ introduced: '0' }, { fixed: `${major}.${n % 20}.${n % 7}` }] }],
        versions: Array.from({ length: n % 12 }, (_, v) => `0.${v}.${n % 5}`),
        database_specific: { source: `https://advisories.example.org/${id}.json` },
      },
    ],
    references: Array.from({ length: 3 + (n % 4) }, (_, r) => ({
      type: 'WEB',
      url: `https://example.org/advisories/${id}/${r}/${suffix(n * 31 + r)}`,
    })),
    database_specific: { severity: 'HIGH', cwe_ids: [`CWE-${79 + (n % 40)}`], github_reviewed: true },
    schema_version: '1.7.0',
  };
  return { id, modified, text: JSON.stringify(record, null, 2) };
}

function sentence(n: number, words: number): string {
  return Array.from({ length: words }, (_, w) => WORDS[(n * 7 + w * 3 + ((n * w) % 11)) % WORDS.length]).join(
    ' ',
  );
}

function suffix(n: number): string {
  return ((n * 2_654_435_761) % 4_294_967_296)
    .toString(36)
    .padStart(7, '0')
    .replace(/(...)(?=.)/g, '$1-');
}

function toEntry(name: string, content: Buffer, offset: number) {
  const packed = deflateRawSync(content, { level: 6 });
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, place, Buffer.from(name)]);
  return { local, central };
}

/** In the ZIP64 format, which many entries need. */
function endOfArchive(directory: readonly Buffer[], offset: number): Buffer {
  const size = directory.reduce((total, entry) => total + entry.length, 0);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(directory.length), 24);
  end64.writeBigUInt64LE(BigInt(directory.length), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(0, 4);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([end64, locator, end]);
}
