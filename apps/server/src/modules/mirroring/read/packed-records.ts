import type { VulnerabilityRecord } from '../../vulnerabilities/vulnerability-record.ts';

/**
 * Records go from thread to thread as one text. As objects they would be made when they arrive, live until their turn
 * comes, and cost more to collect than to make: a third of the main thread's time.
 */
export function packRecords(records: readonly VulnerabilityRecord[]): string {
  return JSON.stringify(
    records.map(({ digest, ...record }) =>
      digest === undefined ? record : { ...record, digest: String(digest) },
    ),
  );
}

type Packed = Omit<VulnerabilityRecord, 'digest' | (typeof TIMES)[number]> & {
  readonly digest?: string;
} & { readonly [T in (typeof TIMES)[number]]?: string };

const TIMES = ['created', 'published', 'updated', 'rejected'] as const;

export function unpackRecords(packed: string): VulnerabilityRecord[] {
  return (JSON.parse(packed) as Packed[]).map(
    ({ digest, created, published, updated, rejected, ...record }) => ({
      ...record,
      created: toDate(created),
      published: toDate(published),
      updated: toDate(updated),
      rejected: toDate(rejected),
      digest: digest === undefined ? undefined : BigInt(digest),
    }),
  );
}

function toDate(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
