import type { EpssScore } from '../../vulnerabilities/alias-access.ts';
import type { NamedRecords } from '../named-records.ts';
import type { PackedRecords } from './pack-records.ts';
import type { UnreadableRecord } from './unreadable-record.ts';

/** What a thread is told to read. */
export type ReaderTask =
  /** Checks a whole archive and says what is in it. */
  | { readonly kind: 'survey-archive'; readonly path: string; readonly maxBytes: number }
  /** The records of an archive that has been checked; all of them, or these entries. */
  | {
      readonly kind: 'read-archive';
      readonly path: string;
      readonly maxBytes: number;
      readonly entries: Uint32Array;
    }
  /** The records of an NVD feed or page; the check sum is that of the unpacked document. */
  | { readonly kind: 'read-nvd'; readonly path: string; readonly sha256: string | undefined }
  | { readonly kind: 'read-epss'; readonly path: string };

/** Some entries of an archive: which, and what their names (without folder and suffix) and contents say. */
export interface ArchiveSurvey extends NamedRecords {
  readonly entries: Uint32Array;
  /** The latest time of modification, in epoch milliseconds; 0 if none says it plainly. */
  readonly newest: number;
}

export type ReaderMessage =
  | { readonly survey: ArchiveSurvey }
  /** `read` counts those that could not be read, too. */
  | {
      readonly records: PackedRecords;
      readonly unreadable: readonly UnreadableRecord[];
      readonly read: number;
    }
  | { readonly scores: readonly EpssScore[]; readonly unreadable: readonly UnreadableRecord[] };

export type ReaderResult =
  | { readonly refusal: string }
  | { readonly count: number; readonly header?: unknown; readonly date?: string | undefined };
