import { createReadStream } from 'node:fs';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import { receiveFile } from '../../platform/files/received-file.ts';
import { readCompressedFile, storeFile } from '../../platform/files/stored-file-store.ts';
import { PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { GivenUpJob, RunningJob } from '../../platform/jobs/job-handler.ts';
import { RefusedDocumentError } from '../cyclonedx-mapping/refused-document.ts';
import { recordDecisions } from '../findings/record-decisions.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { ProjectSubject } from '../notifications/project-events.ts';
import { vexConsumed, vexProcessed } from '../notifications/vex-events.ts';
import { findImportTarget } from '../portfolio/record-import.ts';
import { applyDocument, VEX_DECIDER } from './apply-document.ts';
import { documentPlace } from './document-place.ts';
import type { PlannedEntry } from './import/plan-import.ts';
import type { VexDocument } from './import/vex-document.ts';
import { logSkips } from './log-skips.ts';
import { findPending, finishUpload } from './vex-store.ts';
import { readVexDocument, type VexThreads } from './vex-threads.ts';
import { writeReceipt } from './write-receipt.ts';

type ImportJob = RunningJob<{ readonly token: string; readonly projectUuid: string }>;

type Upload = NonNullable<Awaited<ReturnType<typeof findPending>>>;

/**
 * Applies the decisions of an uploaded document. Idempotent: everything, the receipt and the end of the job included,
 * commits in one transaction.
 */
export async function importVex(ctx: Context, threads: VexThreads, job: ImportJob): Promise<void> {
  const upload = await findPending(ctx.db, job.payload.token);
  const target = upload && (await findImportTarget(ctx.db, upload.project_id));
  // Imported before, or the project was deleted meanwhile.
  if (!upload || !target) return;
  try {
    const document = await fetchDocument(ctx, threads, job, upload);
    job.progress(0, undefined, 'applying');
    await inTransaction(ctx.db, async (tx) => {
      await logSkips(job.log, await recordImport(ctx, tx, upload, target.subject, document));
      await job.completeInTransaction(tx);
    });
  } catch (error) {
    // A document that cannot be read stays so.
    if (error instanceof RefusedDocumentError) throw new PermanentJobError(error.message, { cause: error });
    throw error;
  }
}

async function fetchDocument(
  ctx: Context,
  threads: VexThreads,
  job: ImportJob,
  { file_id }: Upload,
): Promise<VexDocument> {
  if (file_id === null) throw new PermanentJobError('The document is not kept any more.');
  const { directory } = documentPlace(ctx.config);
  const anySize = { directory, maxBytes: Number.MAX_SAFE_INTEGER };
  const file = await receiveFile(anySize, readCompressedFile(ctx.db, file_id));
  // Before anything is read: a document that kills its node is recognised by how far it got.
  job.progress(0, undefined, 'reading');
  try {
    return await readVexDocument(threads, file.path, job.signal);
  } finally {
    await file.discard();
  }
}

async function recordImport(
  ctx: Context,
  tx: Tx,
  upload: Upload,
  project: ProjectSubject,
  document: VexDocument,
): Promise<readonly PlannedEntry[]> {
  const now = ctx.now();
  const subject = { project, specVersion: upload.spec_version };
  await emitEvents(tx, now, [vexConsumed(subject)]);
  const applied = await applyDocument(tx, upload.project_id, document, (decisions) =>
    recordDecisions(tx, { by: VEX_DECIDER, now }, decisions),
  );
  const { file, totals } = await writeReceipt(ctx.config, applied.entries);
  try {
    await finishUpload(tx, upload.id, {
      state: 'PROCESSED',
      processed_at: now,
      serial_number: document.serialNumber ?? null,
      skipped: applied.skipped ?? null,
      warnings: applied.warnings.map(toStorableText),
      entries: totals.entries,
      entries_applied: totals.fates.applied,
      entries_unchanged: totals.fates.unchanged,
      entries_skipped: totals.fates.skipped,
      findings_changed: totals.findingsChanged,
      receipt_file_id: await storeFile(tx, 'vex', file, createReadStream(file.path)),
    });
  } finally {
    await file.discard();
  }
  await emitEvents(tx, now, [vexProcessed(subject)]);
  return applied.planned;
}

/** The receipt says why. Nothing happens if the import has ended before. */
export async function recordFailure(
  ctx: Context,
  tx: Tx,
  { payload, reason }: GivenUpJob<{ readonly token: string }>,
): Promise<void> {
  const upload = await findPending(tx, payload.token);
  const failure = toStorableText(reason);
  if (upload) await finishUpload(tx, upload.id, { state: 'FAILED', processed_at: ctx.now(), failure });
}
