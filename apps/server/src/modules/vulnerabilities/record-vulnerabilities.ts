/**
 * The only way to write vulnerabilities: mirrors, analyzers and the API all use it.
 *
 * A record is everything that one asserter states about a vulnerability (`vulnerability-record.ts`). Recording it
 * - creates the vulnerability, or updates it if the asserter may change it (`mayChange`);
 * - replaces the affected packages and CPEs of this asserter, and keeps those of others;
 * - replaces the aliases of this asserter, and recomputes the alias groups;
 * - does nothing if the record equals the last one of this asserter.
 *
 * Pass some hundred to some thousand records at a time, and commit them together with your watermark. The number of
 * statements does not depend on the number of records. Writers wait for each other, so keep the transactions short.
 *
 * `matchingIds` are the vulnerabilities whose matches may have changed. Other readers find them by their
 * `matching_generation` (`list-changed-vulnerabilities.ts`).
 */
import type { Tx } from '../../platform/db/database.ts';
import { type AffectedLines, insertAffected, replaceAffected } from './affected/affected-merge-store.ts';
import { recordAliases } from './aliases/record-aliases.ts';
import { upsertAsserter } from './asserter-store.ts';
import { planRecording, type RecordChange, type Recording, toDistinctRecords } from './plan-recording.ts';
import { type PreparedRecord, prepareRecord } from './prepare-record.ts';
import {
  insertReports,
  insertVulnerabilities,
  listKnownReports,
  lockRecords,
  nextGeneration,
  openStage,
  setGeneration,
  updateVulnerabilities,
  upsertReports,
} from './vulnerability-merge-store.ts';
import type { VulnerabilityRecord } from './vulnerability-record.ts';

export interface Recorded {
  readonly createdIds: readonly number[];
  /** Existing vulnerabilities whose own columns changed, such as the severity. */
  readonly changedIds: readonly number[];
  /** New vulnerabilities, and existing ones whose matches may have changed. */
  readonly matchingIds: readonly number[];
  /** The number of records that equal the last ones. */
  readonly unchanged: number;
}

export function recordVulnerabilities(
  tx: Tx,
  recording: Recording,
  records: readonly VulnerabilityRecord[],
): Promise<Recorded> {
  return recordPrepared(tx, recording, records.map(prepareRecord));
}

/** Records that `prepareRecord` prepared, for example in a thread. */
export async function recordPrepared(
  tx: Tx,
  recording: Recording,
  records: readonly PreparedRecord[],
): Promise<Recorded> {
  await lockRecords(tx);
  const asserterId = await upsertAsserter(tx, recording.asserter);
  const stated = toDistinctRecords(recording.asserter, records);
  const known = await listKnownReports(tx, asserterId, stated);
  const { creations, changes } = planRecording(recording, stated, known);
  const unchanged = stated.length - creations.length - changes.length;
  if (creations.length + changes.length === 0)
    return { createdIds: [], changedIds: [], matchingIds: [], unchanged };

  const generation = await nextGeneration(tx);
  const createdIds = await create(tx, asserterId, creations, generation, recording.now);
  const changed = await change(tx, asserterId, changes, generation, recording.now);
  await recordAliases(tx, asserterId, [...creations, ...changes.map(({ record }) => record)]);
  const matchingIds = [...createdIds, ...changed.matchingIds];
  return { createdIds, changedIds: changed.changedIds, matchingIds, unchanged };
}

async function create(
  tx: Tx,
  asserterId: number,
  creations: readonly PreparedRecord[],
  generation: number,
  now: Date,
): Promise<number[]> {
  if (creations.length === 0) return [];
  const ids = await insertVulnerabilities(tx, creations, generation);
  await insertReports(tx, asserterId, ids, creations, now);
  const affected = creations.map((record, n) => toAffected(ids[n] ?? 0, record));
  await insertAffected(tx, asserterId, affected, now);
  return ids;
}

async function change(
  tx: Tx,
  asserterId: number,
  changes: readonly RecordChange[],
  generation: number,
  now: Date,
): Promise<{ changedIds: number[]; matchingIds: number[] }> {
  if (changes.length === 0) return { changedIds: [], matchingIds: [] };
  await openStage(tx);
  const changedIds = await updateVulnerabilities(
    tx,
    changes.filter(({ applies }) => applies),
  );
  const rangesChanged = await replaceAffected(tx, asserterId, changes.map(toChangedAffected), now);
  await upsertReports(tx, asserterId, changes, now);
  const matchingIds = [
    ...new Set([...rangesChanged, ...changes.filter(changesRejection).map(({ known }) => known.id)]),
  ];
  if (matchingIds.length > 0) await setGeneration(tx, matchingIds, generation);
  return { changedIds, matchingIds };
}

function changesRejection({ known, record, applies }: RecordChange): boolean {
  return applies && known.isRejected !== record.isRejected;
}

const NOTHING_AFFECTED = { packages: new Uint8Array(0), cpes: new Uint8Array(0) };

/** An asserter that withdraws a record of another source withdraws its statements. */
function toChangedAffected({ record, known, applies }: RecordChange): AffectedLines {
  const isWithdrawn = record.isRejected && !applies;
  return isWithdrawn ? { vulnerabilityId: known.id, stated: NOTHING_AFFECTED } : toAffected(known.id, record);
}

function toAffected(vulnerabilityId: number, stated: PreparedRecord): AffectedLines {
  return { vulnerabilityId, stated };
}
