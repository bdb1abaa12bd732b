import type { Source } from '@tallyman/contract';

/** A record as it is listed in an index or an archive. */
export interface NamedRecord {
  readonly source: Source;
  readonly vulnId: string;
  /** Modification time, if known. */
  readonly modified: Date | null;
}

/** Records as newline-separated columns, which is cheaper than thousands of objects. */
export interface NamedRecords {
  readonly sources: string;
  readonly vulnIds: string;
  readonly modified: string;
}

export function toNamedRecords(records: readonly NamedRecord[]): NamedRecords {
  return {
    sources: records.map(({ source }) => source).join('\n'),
    vulnIds: records.map(({ vulnId }) => vulnId.replaceAll('\n', ' ')).join('\n'),
    modified: records.map(({ modified }) => modified?.toISOString() ?? '-infinity').join('\n'),
  };
}
