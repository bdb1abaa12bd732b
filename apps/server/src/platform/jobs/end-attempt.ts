import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import type { Log } from '../log/create-log.ts';
import type { RecordGivenUp } from './job-handler.ts';
import { getHistory, getProgressMark, recordHistory } from './job-history-store.ts';
import type { AnyJobSettings } from './job-settings.ts';
import { type AttemptReference, failJob, type LockedAttempt, retryJob } from './jobs-store.ts';
import { type AttemptEnd, type AttemptVerdict, planAttemptEnd, toNextHistory } from './plan-attempt-end.ts';

/** An end as whoever noticed it describes it; how far the job had come is looked up. */
export type NoticedEnd =
  | { readonly kind: 'error'; readonly isPermanent: boolean; readonly error: Error }
  | { readonly kind: 'interruption'; readonly cause: 'node-stopped' | 'node-died' | 'database-unavailable' };

export interface EndDeps {
  readonly db: Db;
  readonly log: Log;
  readonly settings: AnyJobSettings;
  readonly recordGivenUp: RecordGivenUp<never> | undefined;
}

type LockAttempt = (tx: Tx, ref: AttemptReference) => Promise<LockedAttempt | undefined>;

/**
 * Ends an attempt that did not complete its job: the job waits for its next attempt, or it is given up. A job that is
 * given up and the record of its failure are one transaction. Undefined when the attempt was over already.
 */
export async function endAttempt(
  ref: AttemptReference,
  noticed: NoticedEnd,
  lock: LockAttempt,
  deps: EndDeps,
): Promise<AttemptVerdict | undefined> {
  try {
    return await inTransaction(deps.db, (tx) => endLocked(tx, ref, noticed, lock, deps));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    // The job must not hold up those behind it. What it should have recorded is repaired later.
    deps.log.error({ err: error.cause }, 'The failure of a job could not be recorded where it belongs');
    const withoutRecord = { ...deps, recordGivenUp: undefined };
    return inTransaction(deps.db, (tx) => endLocked(tx, ref, noticed, lock, withoutRecord));
  }
}

async function endLocked(
  tx: Tx,
  ref: AttemptReference,
  noticed: NoticedEnd,
  lock: LockAttempt,
  { settings, recordGivenUp }: EndDeps,
): Promise<AttemptVerdict | undefined> {
  const job = await lock(tx, ref);
  if (!job) return undefined;
  const end = await describeEnd(tx, ref, noticed);
  const history = toNextHistory(await getHistory(tx, ref.id), end);
  await recordHistory(tx, ref.id, history);
  const verdict = planAttemptEnd(end, history, settings.retries, Math.random());
  const failure = toFailure(noticed, verdict);
  if (verdict.action === 'retry') {
    await retryJob(tx, ref, failure, verdict.delaySeconds);
    return verdict;
  }
  await failJob(tx, ref, failure);
  if (recordGivenUp)
    await recordFailure(tx, recordGivenUp, { ...ref, payload: job.payload, reason: failure.message });
  return verdict;
}

async function describeEnd(tx: Tx, { id }: AttemptReference, noticed: NoticedEnd): Promise<AttemptEnd> {
  if (noticed.kind === 'error') return noticed;
  return { ...noticed, progress: await getProgressMark(tx, id) };
}

/** Errors of the database itself are passed on: then the whole transaction is tried again. */
async function recordFailure(
  tx: Tx,
  record: RecordGivenUp<never>,
  job: Parameters<RecordGivenUp<never>>[1],
): Promise<void> {
  try {
    await record(tx, job);
  } catch (error) {
    throw isDatabaseAway(error)
      ? error
      : new RecordingError('A failure could not be recorded.', { cause: error });
  }
}

class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

const INTERRUPTIONS = {
  'node-stopped': 'The node that ran this job was stopped.',
  'node-died': 'The node that ran this job gave no sign of life.',
  'database-unavailable': 'The database could not be reached while this job ran.',
};

function toFailure(noticed: NoticedEnd, verdict: AttemptVerdict): { name: string; message: string } {
  if (verdict.action === 'quarantine') return { name: 'JobQuarantinedError', message: verdict.reason };
  if (noticed.kind === 'error')
    return { name: storable(noticed.error.name), message: storable(noticed.error.message) };
  return { name: 'JobInterruptedError', message: INTERRUPTIONS[noticed.cause] };
}

const LONGEST_MESSAGE = 10_000;

/** PostgreSQL keeps neither the character 0 nor halves of characters, and a message may quote anything. */
function storable(text: string): string {
  return text.slice(0, LONGEST_MESSAGE).toWellFormed().replaceAll('\0', '');
}
