import type { Source } from '@tallyman/contract';
import { isIdentifier } from './is-identifier.ts';
import type { PreparedRecord } from './prepare-record.ts';
import { type Asserter, mayChange } from './vulnerability-asserters.ts';
import type { VulnerabilityKey } from './vulnerability-record.ts';

/** Under which rules records are taken in. */
export interface Recording {
  readonly asserter: Asserter;
  /** Sources that are mirrored from where they are published: nobody else changes their records. */
  readonly mirrored: ReadonlySet<Source>;
  readonly now: Date;
}

/** What is known of a record that is reported. */
export interface KnownReport {
  readonly id: number;
  readonly updated: Date | null;
  readonly isRejected: boolean;
  /** Of this asserter, if it reported it before. */
  readonly hash: bigint | null;
  readonly applied: boolean | null;
}

export interface RecordChange {
  readonly record: PreparedRecord;
  readonly known: KnownReport;
  /** Whether the record itself is taken over, or only its ranges and aliases. */
  readonly applies: boolean;
}

export interface RecordingPlan {
  readonly creations: readonly PreparedRecord[];
  readonly changes: readonly RecordChange[];
}

/** Of records with the same key the last one counts. Private vulnerabilities are nobody else's. */
export function listStated(asserter: Asserter, records: readonly PreparedRecord[]): PreparedRecord[] {
  const mayState = ({ source, vulnId }: VulnerabilityKey) =>
    isIdentifier(vulnId) && (source !== 'INTERNAL' || asserter.source === 'INTERNAL');
  return [...new Map(records.filter(mayState).map((record) => [keyOf(record), record])).values()];
}

export function keyOf({ source, vulnId }: VulnerabilityKey): string {
  return `${source}\n${vulnId}`;
}

/** Leaves out what was reported just so before. */
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

/** Who does not own a record replaces only what it wrote itself, or what is older. */
function isCurrent(asserter: Asserter, { source, updated }: PreparedRecord, known: KnownReport): boolean {
  if (asserter.source === source || known.applied === true || known.updated === null) return true;
  return updated !== null && updated > known.updated.getTime();
}
