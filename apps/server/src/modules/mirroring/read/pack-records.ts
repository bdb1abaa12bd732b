import type { Source } from '@tallyman/contract';
import type { PreparedRecord } from '../../vulnerabilities/prepare-record.ts';
import type { VulnerabilityKey } from '../../vulnerabilities/vulnerability-record.ts';

/**
 * Records on their way from a thread, as a few buffers that are transferred instead of thousands of objects that are
 * copied.
 */
export interface PackedRecords {
  /** Source and id of each record and its aliases, one per line. */
  readonly keys: string;
  readonly hashes: BigInt64Array<ArrayBuffer>;
  /** NaN if absent. */
  readonly updated: Float64Array<ArrayBuffer>;
  /** Per record: whether it is withdrawn, the number of aliases, and the lengths of content, packages and CPEs. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  /** The lines of all records. */
  readonly lines: Uint8Array<ArrayBuffer>;
}

const NUMBERS = 5;

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

/** Copies into a separate buffer, because a pooled buffer cannot be transferred. */
function joined(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lines.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
  }
  return bytes;
}

/** Frees the memory at once, because garbage collection would leave a hundred megabytes behind. */
export function releaseRecords(packed: PackedRecords): void {
  for (const memory of listBuffers(packed)) memory.transfer(0);
}

/** The buffers to transfer. */
export function listBuffers({ hashes, updated, numbers, lines }: PackedRecords): ArrayBuffer[] {
  return [hashes.buffer, updated.buffer, numbers.buffer, lines.buffer];
}

/** Many of them exist at the same time, so each is small and finds its lines on demand. */
class ArrivedRecord implements PreparedRecord {
  readonly source: Source;
  readonly vulnId: string;
  readonly aliases: readonly VulnerabilityKey[];
  readonly isRejected: boolean;
  readonly #packed: PackedRecords;
  readonly #n: number;
  readonly #contentAt: number;
  readonly #packagesAt: number;
  readonly #cpesAt: number;
  readonly #end: number;

  constructor(packed: PackedRecords, n: number, keys: Iterator<string>, begin: number) {
    const [isRejected = 0, aliases = 0, content = 0, packages = 0, cpes = 0] = packed.numbers.subarray(
      n * NUMBERS,
      (n + 1) * NUMBERS,
    );
    this.source = takeText(keys) as Source;
    this.vulnId = takeText(keys);
    this.aliases = takeKeys(keys, aliases);
    this.isRejected = isRejected === 1;
    this.#packed = packed;
    this.#n = n;
    this.#contentAt = begin;
    this.#packagesAt = begin + content;
    this.#cpesAt = this.#packagesAt + packages;
    this.#end = this.#cpesAt + cpes;
  }

  get end(): number {
    return this.#end;
  }

  get hash(): bigint {
    return this.#packed.hashes[this.#n] ?? 0n;
  }

  get updated(): number | null {
    const time = this.#packed.updated[this.#n] ?? Number.NaN;
    return Number.isNaN(time) ? null : time;
  }

  get content(): Uint8Array {
    return this.#packed.lines.subarray(this.#contentAt, this.#packagesAt);
  }

  get packages(): Uint8Array {
    return this.#packed.lines.subarray(this.#packagesAt, this.#cpesAt);
  }

  get cpes(): Uint8Array {
    return this.#packed.lines.subarray(this.#cpesAt, this.#end);
  }
}

export function unpackRecords(packed: PackedRecords): PreparedRecord[] {
  const keys = packed.keys.split('\n').values();
  let end = 0;
  return Array.from(packed.hashes, (_, n) => {
    const record = new ArrivedRecord(packed, n, keys, end);
    end = record.end;
    return record;
  });
}

const NO_KEYS: readonly VulnerabilityKey[] = [];

function takeKeys(keys: Iterator<string>, count: number): readonly VulnerabilityKey[] {
  if (count === 0) return NO_KEYS;
  return Array.from({ length: count }, () => ({ source: takeText(keys) as Source, vulnId: takeText(keys) }));
}

function takeText(keys: Iterator<string>): string {
  return keys.next().value ?? '';
}
