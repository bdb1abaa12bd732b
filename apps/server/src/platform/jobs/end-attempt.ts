import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { Log } from '../log/create-log.ts';
import type { OnJobFailure } from './job-handler.ts';
import { getHistory, getProgressMark, recordHistory } from './job-history-store.ts';
import type { AnyJobSettings, AttemptReference } from './job-settings.ts';
import { failJob, type LockedAttempt, retryJob } from './pgboss-store.ts';
import { type AttemptEnd, type AttemptVerdict, planAttemptEnd, toNextHistory } from './plan-attempt-end.ts';
import { recordAttempt } from './runs-store.ts';

/** How an attempt ended, without the progress of the job, which is read from the database. */
export type ObservedEnd =
  | { readonly kind: 'error'; readonly isPermanent: boolean; readonly error: Error }
  | { readonly kind: 'interruption'; readonly cause: 'node-stopped' | 'node-died' | 'database-unavailable' };

export interface EndDeps {
  readonly db: Db;
  readonly log: Log;
  readonly settings: AnyJobSettings;
  readonly onFailure: OnJobFailure<never> | undefined;
}

type LockAttempt = (tx: Tx, ref: AttemptReference) => Promise<LockedAttempt | undefined>;

/**
 * Ends an attempt that did not complete its job: the job is retried or fails. Failing the job and recording the failure are
 * one transaction. Returns undefined if the attempt had ended already.
 */
export async function endAttempt(
  ref: AttemptReference,
  observed: ObservedEnd,
  lock: LockAttempt,
  deps: EndDeps,
): Promise<AttemptVerdict | undefined> {
  try {
    return await inTransaction(deps.db, (tx) => endLocked(tx, ref, observed, lock, deps));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    // The job must not block those behind it. What it should have recorded is repaired later.
    deps.log.error({ err: error.cause }, 'The failure of a job could not be recorded');
    const withoutRecord = { ...deps, onFailure: undefined };
    return inTransaction(deps.db, (tx) => endLocked(tx, ref, observed, lock, withoutRecord));
  }
}

async function endLocked(
  tx: Tx,
  ref: AttemptReference,
  observed: ObservedEnd,
  lock: LockAttempt,
  { settings, onFailure }: EndDeps,
): Promise<AttemptVerdict | undefined> {
  const job = await lock(tx, ref);
  if (!job) return undefined;
  const end = await describeEnd(tx, ref, observed);
  const history = toNextHistory(await getHistory(tx, ref.id), end);
  await recordHistory(tx, ref.id, history);
  const verdict = planAttemptEnd(end, history, settings.retries, Math.random());
  const failure = toFailure(observed, verdict);
  await recordAttempt(tx, ref, {
    isError: observed.kind === 'error',
    reason: failure.message,
    retryDelaySeconds: verdict.action === 'retry' ? verdict.delaySeconds : null,
  });
  if (verdict.action === 'retry') {
    await retryJob(tx, ref, failure, verdict.delaySeconds);
    return verdict;
  }
  await failJob(tx, ref, failure);
  if (onFailure)
    await recordFailure(tx, onFailure, { ...ref, payload: job.payload, reason: failure.message });
  return verdict;
}

async function describeEnd(tx: Tx, { id }: AttemptReference, observed: ObservedEnd): Promise<AttemptEnd> {
  if (observed.kind === 'error') return observed;
  return { ...observed, progress: await getProgressMark(tx, id) };
}

/** Throws errors of an unavailable database unchanged: then the whole transaction is retried. */
async function recordFailure(
  tx: Tx,
  record: OnJobFailure<never>,
  job: Parameters<OnJobFailure<never>>[1],
): Promise<void> {
  try {
    await record(tx, job);
  } catch (error) {
    throw isDatabaseUnavailable(error)
      ? error
      : new RecordingError('A failure could not be recorded.', { cause: error });
  }
}

class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

const INTERRUPTIONS = {
  'node-stopped': 'The node that ran this job was stopped.',
  'node-died': 'The node that ran this job died: its heartbeat stopped.',
  'database-unavailable': 'The database could not be reached while this job ran.',
};

function toFailure(observed: ObservedEnd, verdict: AttemptVerdict): { name: string; message: string } {
  if (verdict.action === 'quarantine') return { name: 'JobQuarantinedError', message: verdict.reason };
  if (observed.kind === 'error')
    return { name: storable(observed.error.name), message: storable(observed.error.message) };
  return { name: 'JobInterruptedError', message: INTERRUPTIONS[observed.cause] };
}

const MAX_MESSAGE_LENGTH = 10_000;

/** PostgreSQL stores neither NUL nor halves of surrogate pairs, and a message may quote anything. */
function storable(text: string): string {
  return text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed().replaceAll('\0', '');
}
