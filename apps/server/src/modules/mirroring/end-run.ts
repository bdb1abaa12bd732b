import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import { deleteStoredFiles } from '../../platform/files/stored-file-store.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { mirrorFailed, mirrorRecovered } from '../notifications/mirror-events.ts';
import {
  findEndBefore,
  findRun,
  finishRun,
  listAbandonedRuns,
  type MirrorRunRow,
} from './mirror-run-store.ts';
import { getSource } from './sources.ts';

const MAX_REASON_LENGTH = 2_000;

/** Emits the recovery notification in the same transaction. */
export async function completeRun(ctx: Context, tx: Tx, run: MirrorRunRow): Promise<void> {
  const now = ctx.now();
  if (!(await endRun(ctx, tx, run, { state: 'COMPLETED', ended_at: now }))) return;
  if ((await findEndBefore(tx, run)) !== 'FAILED') return;
  await emitEvents(tx, now, [mirrorRecovered(getSource(run.source).displayName)]);
}

/** Emits the failure notification once, however often the run is retried. */
export async function failRun(ctx: Context, tx: Tx, run: MirrorRunRow, reason: string): Promise<void> {
  const now = ctx.now();
  const failure = toStorableText(reason).slice(0, MAX_REASON_LENGTH);
  if (!(await endRun(ctx, tx, run, { state: 'FAILED', ended_at: now, failure }))) return;
  await emitEvents(tx, now, [mirrorFailed(getSource(run.source).displayName, failure)]);
}

/** Enqueues matching of what was read, whatever the outcome, and deletes an imported file. */
async function endRun(
  ctx: Context,
  tx: Tx,
  run: MirrorRunRow,
  end: Parameters<typeof finishRun>[2],
): Promise<boolean> {
  if (!(await finishRun(tx, run.uuid, end))) return false;
  const ended = await findRun(tx, run.uuid);
  if (ended && ended.records_new + ended.records_changed > 0) {
    await ctx.jobs.enqueue(tx, 'match-changed-vulnerabilities', {});
  }
  if (run.file_id !== null) await deleteStoredFiles(tx, [run.file_id]);
  return true;
}

/** Fails runs whose job was lost. They would otherwise block further runs of the source. */
export async function settleAbandonedRuns(ctx: Context): Promise<void> {
  for (const run of await listAbandonedRuns(ctx.db)) {
    await inTransaction(ctx.db, (tx) =>
      failRun(ctx, tx, run, 'The job of this run was lost. Start another run.'),
    );
  }
}
