import type { Source } from '@tallyman/contract';
import type { PreparedRecord } from '../../vulnerabilities/prepare-record.ts';
import type { VulnerabilityKey } from '../../vulnerabilities/vulnerability-record.ts';

/**
 * Records on their way from a thread: a few pieces of memory that change hands, in place of thousands of objects that
 * would be copied.
 */
export interface PackedRecords {
  /** Of each record and its aliases source and id, one behind the other, each a line. */
  readonly keys: string;
  readonly hashes: BigInt64Array<ArrayBuffer>;
  /** Not a number where there is none. */
  readonly updated: Float64Array<ArrayBuffer>;
  /** Of each record: whether it is withdrawn, how many aliases it has, how long content, packages and CPEs are. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  /** All lines of all records. */
  readonly lines: Uint8Array<ArrayBuffer>;
}

export function packRecords(records: readonly PreparedRecord[]): PackedRecords {
  const keys: string[] = [];
  const numbers: number[] = [];
  const lines: Uint8Array[] = [];
  for (const record of records) {
    const { content, packages, cpes, aliases } = record;
    for (const { source, vulnId } of [record, ...aliases]) keys.push(source, vulnId);
    numbers.push(record.isRejected ? 1 : 0, aliases.length, content.length, packages.length, cpes.length);
    lines.push(content, packages, cpes);
  }
  return {
    keys: keys.join('\n'),
    hashes: BigInt64Array.from(records, ({ hash }) => hash),
    updated: Float64Array.from(records, ({ updated }) => updated ?? Number.NaN),
    numbers: Uint32Array.from(numbers),
    lines: joined(lines),
  };
}

/** In memory of its own: what changes hands must not be part of a pool. */
function joined(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lines.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
  }
  return bytes;
}

/** Gives the memory back at once: the collector of garbage would let a hundred megabytes lie about. */
export function releaseRecords(packed: PackedRecords): void {
  for (const memory of memoryOf(packed)) memory.transfer(0);
}

/** What changes hands. */
export function memoryOf({ hashes, updated, numbers, lines }: PackedRecords): ArrayBuffer[] {
  return [hashes.buffer, updated.buffer, numbers.buffer, lines.buffer];
}

const NO_LINES = new Uint8Array(0);
const NO_KEYS: readonly VulnerabilityKey[] = [];

export function unpackRecords({ keys, hashes, updated, numbers, lines }: PackedRecords): PreparedRecord[] {
  const texts = keys.split('\n');
  let [nextText, nextNumber, nextByte] = [0, 0, 0];
  const takeNumber = (): number => numbers[nextNumber++] ?? 0;
  const takeKey = (): VulnerabilityKey => ({
    source: texts[nextText++] as Source,
    vulnId: texts[nextText++] ?? '',
  });
  const takeLines = (length: number): Uint8Array => {
    if (length === 0) return NO_LINES;
    nextByte += length;
    return lines.subarray(nextByte - length, nextByte);
  };
  return Array.from(hashes, (hash, n) => {
    const isRejected = takeNumber() === 1;
    const aliasCount = takeNumber();
    const time = updated[n] ?? Number.NaN;
    return {
      ...takeKey(),
      hash,
      updated: Number.isNaN(time) ? null : time,
      isRejected,
      aliases: aliasCount === 0 ? NO_KEYS : Array.from({ length: aliasCount }, takeKey),
      content: takeLines(takeNumber()),
      packages: takeLines(takeNumber()),
      cpes: takeLines(takeNumber()),
    };
  });
}
