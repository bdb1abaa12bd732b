import type { Source } from '@tallyman/contract';

/** A record as a list or an archive names it. */
export interface NamedRecord {
  readonly source: Source;
  readonly vulnId: string;
  /** When it was last modified, if that is known. */
  readonly modified: Date | null;
}

/** Some of them, member by member in lines: a list of thousands then is not made of objects. */
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
