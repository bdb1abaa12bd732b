/**
 * ONE door for writing vulnerabilities: mirrors, analyzers and people all come through here.
 *
 * A record is everything that one asserter says about a vulnerability (`vulnerability-record.ts`). Recording it
 * - creates the vulnerability, or takes the record over if the asserter may decide about it (`mayChange`);
 * - replaces what this asserter says is affected, and leaves what others say;
 * - replaces the aliases that this asserter states, and makes the alias groups anew;
 * - does nothing at all if the asserter said exactly the same before.
 *
 * Give it some hundred to some thousand records at a time, in a transaction of your own, together with the
 * watermark that says how far you got. The number of statements does not depend on the number of records. Writers
 * wait for each other until their transactions end, so keep these short.
 *
 * `matchingIds` are the vulnerabilities whose matches may have changed. The same can be had later and by others:
 * they have a `matching_generation` above the last one that was dealt with (`list-changed-vulnerabilities.ts`).
 */
import type { Tx } from '../../platform/db/database.ts';
import { type AffectedLines, insertAffected, replaceAffected } from './affected-merge-store.ts';
import { upsertAsserter } from './asserter-store.ts';
import { listStated, planRecording, type RecordChange, type Recording } from './plan-recording.ts';
import { type PreparedRecord, prepareRecord } from './prepare-record.ts';
import { recordAliases } from './record-aliases.ts';
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
  /** Vulnerabilities that existed and whose own record changed, such as their severity. */
  readonly changedIds: readonly number[];
  /** Vulnerabilities, new ones included, for which something changed that matters to matching. */
  readonly matchingIds: readonly number[];
  /** How many records said the same as before. */
  readonly unchanged: number;
}

export function recordVulnerabilities(
  tx: Tx,
  recording: Recording,
  records: readonly VulnerabilityRecord[],
): Promise<Recorded> {
  return recordPrepared(tx, recording, records.map(prepareRecord));
}

/** The same for records that are ready for the database. */
export async function recordPrepared(
  tx: Tx,
  recording: Recording,
  records: readonly PreparedRecord[],
): Promise<Recorded> {
  await lockRecords(tx);
  const asserterId = await upsertAsserter(tx, recording.asserter);
  const stated = listStated(recording.asserter, records);
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

/** Who withdraws a record that is another's takes back what it said is affected. */
function toChangedAffected({ record, known, applies }: RecordChange): AffectedLines {
  const isTakenBack = record.isRejected && !applies;
  return isTakenBack ? { vulnerabilityId: known.id, said: NOTHING_AFFECTED } : toAffected(known.id, record);
}

function toAffected(vulnerabilityId: number, said: PreparedRecord): AffectedLines {
  return { vulnerabilityId, said };
}
