import { ONE_LINE, type Source } from '@tallyman/contract';
import { hashOf } from './content-hash.ts';
import { type Asserter, mayChange } from './vulnerability-asserters.ts';
import type { VulnerabilityKey, VulnerabilityRecord } from './vulnerability-record.ts';

/** Under which rules records are taken in. */
export interface Recording {
  readonly asserter: Asserter;
  /** Sources that are mirrored from where they are published: nobody else changes their records. */
  readonly mirrored: ReadonlySet<Source>;
  readonly now: Date;
}

/** A record with a hash of all it says. */
export interface Report {
  readonly record: VulnerabilityRecord;
  readonly hash: bigint;
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
  readonly record: VulnerabilityRecord;
  readonly hash: bigint;
  readonly known: KnownReport;
  /** Whether the record itself is taken over, or only its ranges and aliases. */
  readonly applies: boolean;
}

export interface RecordingPlan {
  readonly creations: readonly Report[];
  readonly changes: readonly RecordChange[];
}

/** Raised whenever records are stored differently, such as with other keys: then nothing counts as unchanged. */
export const STORED_AS = 1;

const MOST_CHARACTERS = 255;
const isOneLine = new RegExp(ONE_LINE);

/** Of records with the same key the last one counts. Private vulnerabilities are nobody else's. */
export function toReports(asserter: Asserter, records: readonly VulnerabilityRecord[]): Report[] {
  const mayState = ({ source, vulnId }: VulnerabilityKey) =>
    isIdentifier(vulnId) && (source !== 'INTERNAL' || asserter.source === 'INTERNAL');
  const byKey = new Map(records.filter(mayState).map((record) => [keyOf(record), record]));
  return Array.from(byKey.values(), (record) => {
    const aliases = record.aliases?.filter(({ vulnId }) => isIdentifier(vulnId));
    const stated = aliases ? { ...record, aliases } : record;
    return { record: stated, hash: stated.digest ?? hashOf(`${STORED_AS}\n${JSON.stringify(stated)}`) };
  });
}

export function keyOf({ source, vulnId }: VulnerabilityKey): string {
  return `${source}\n${vulnId}`;
}

/** One line, not too long to be indexed. */
export function isIdentifier(text: string): boolean {
  const isShort = text.length <= MOST_CHARACTERS || [...text].length <= MOST_CHARACTERS;
  return text !== '' && isShort && isOneLine.test(text);
}

/** Leaves out what was reported just so before. */
export function planRecording(
  { asserter, mirrored }: Recording,
  reports: readonly Report[],
  knownByKey: ReadonlyMap<string, KnownReport>,
): RecordingPlan {
  const creations: Report[] = [];
  const changes: RecordChange[] = [];
  for (const { record, hash } of reports) {
    const known = knownByKey.get(keyOf(record));
    if (!known) {
      creations.push({ record, hash });
      continue;
    }
    const applies = mayChange(asserter, record.source, mirrored) && isCurrent(asserter, record, known);
    const isRepeated = known.hash === hash && (known.applied === true || !applies);
    if (!isRepeated) changes.push({ record, hash, known, applies });
  }
  return { creations, changes };
}

/** Who does not own a record replaces only what it wrote itself, or what is older. */
function isCurrent(
  asserter: Asserter,
  { source, updated }: VulnerabilityRecord,
  known: KnownReport,
): boolean {
  if (asserter.source === source || known.applied === true || known.updated === null) return true;
  return updated != null && updated > known.updated;
}
