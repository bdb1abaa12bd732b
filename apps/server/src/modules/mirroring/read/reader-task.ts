import type { EpssScore } from '../../vulnerabilities/aliases/alias-access.ts';
import type { NamedRecords } from '../named-records.ts';
import type { PackedRecords } from './pack-records.ts';
import type { UnreadableRecord } from './unreadable-record.ts';

/** What a thread reads. */
export type ReaderTask =
  /** Checks a whole archive and lists its content. */
  | { readonly kind: 'survey-archive'; readonly path: string; readonly maxBytes: number }
  /** Reads the records of a checked archive: all of them, or the given entries. */
  | {
      readonly kind: 'read-archive';
      readonly path: string;
      readonly maxBytes: number;
      readonly entries: Uint32Array;
    }
  /** Reads the records of an NVD feed or page. The checksum is that of the unpacked document. */
  | { readonly kind: 'read-nvd'; readonly path: string; readonly sha256: string | undefined }
  | { readonly kind: 'read-epss'; readonly path: string };

/** Some entries of an archive, with their names (without folder and suffix) and modification times. */
export interface ArchiveSurvey extends NamedRecords {
  readonly entries: Uint32Array;
  /** Latest modification time in epoch milliseconds. 0 if no record has an unambiguous one. */
  readonly newest: number;
}

export type ReaderMessage =
  | { readonly survey: ArchiveSurvey }
  /** `read` includes the records that could not be read. */
  | {
      readonly records: PackedRecords;
      readonly unreadable: readonly UnreadableRecord[];
      readonly read: number;
    }
  | { readonly scores: readonly EpssScore[]; readonly unreadable: readonly UnreadableRecord[] };

export type ReaderResult =
  | { readonly refusal: string }
  | { readonly count: number; readonly header?: unknown; readonly date?: string | undefined };
