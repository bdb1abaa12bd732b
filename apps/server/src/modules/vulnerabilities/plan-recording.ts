import type { Source } from '@tallyman/contract';
import { isIdentifier } from './is-identifier.ts';
import type { PreparedRecord } from './prepare-record.ts';
import { type Asserter, mayChange } from './vulnerability-asserters.ts';
import type { VulnerabilityKey } from './vulnerability-record.ts';

/** The asserter and the rules of a recording. */
export interface Recording {
  readonly asserter: Asserter;
  /** Sources whose own mirror is enabled. Other asserters may not change their records. */
  readonly mirrored: ReadonlySet<Source>;
  readonly now: Date;
}

/** The stored state of a reported vulnerability. */
export interface KnownReport {
  readonly id: number;
  readonly updated: Date | null;
  readonly isRejected: boolean;
  /** The hash of the last report of this asserter. */
  readonly hash: bigint | null;
  readonly applied: boolean | null;
}

export interface RecordChange {
  readonly record: PreparedRecord;
  readonly known: KnownReport;
  /** Whether the columns of the vulnerability change, or only ranges and aliases. */
  readonly applies: boolean;
}

export interface RecordingPlan {
  readonly creations: readonly PreparedRecord[];
  readonly changes: readonly RecordChange[];
}

/** Of records with the same key the last one counts. Only the internal asserter may report private vulnerabilities. */
export function toDistinctRecords(asserter: Asserter, records: readonly PreparedRecord[]): PreparedRecord[] {
  const mayState = ({ source, vulnId }: VulnerabilityKey) =>
    isIdentifier(vulnId) && (source !== 'INTERNAL' || asserter.source === 'INTERNAL');
  return [...new Map(records.filter(mayState).map((record) => [keyOf(record), record])).values()];
}

export function keyOf({ source, vulnId }: VulnerabilityKey): string {
  return `${source}\n${vulnId}`;
}

/** Leaves out records that equal the last report of the asserter. */
export function planRecording(
  { asserter, mirrored }: Recording,
  records: readonly PreparedRecord[],
  knownByKey: ReadonlyMap<string, KnownReport>,
): RecordingPlan {
  const creations: PreparedRecord[] = [];
  const changes: RecordChange[] = [];
  for (const record of records) {
    const known = knownByKey.get(keyOf(record));
    if (!known) {
      creations.push(record);
      continue;
    }
    const applies = mayChange(asserter, record.source, mirrored) && isCurrent(asserter, record, known);
    const isRepeated = known.hash === record.hash && (known.applied === true || !applies);
    if (!isRepeated) changes.push({ record, known, applies });
  }
  return { creations, changes };
}

/** An asserter that does not own the record may replace only its own or older content. */
function isCurrent(asserter: Asserter, { source, updated }: PreparedRecord, known: KnownReport): boolean {
  if (asserter.source === source || known.applied === true || known.updated === null) return true;
  return updated !== null && updated > known.updated.getTime();
}
