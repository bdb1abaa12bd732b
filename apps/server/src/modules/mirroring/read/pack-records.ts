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

/** Many of them lie in memory at once: each is small, and its lines are looked up when somebody asks for them. */
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
