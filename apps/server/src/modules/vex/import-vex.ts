import { createReadStream } from 'node:fs';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import { AppError } from '../../platform/errors.ts';
import { receiveFile } from '../../platform/files/received-file.ts';
import { readCompressedFile, storeFile } from '../../platform/files/stored-file-store.ts';
import { jobCatalog } from '../../platform/jobs/catalog.ts';
import { JobTimeoutError, PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
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
 * Applies the decisions of an uploaded document. Everything, the receipt and the end of the job included, is one
 * transaction: whatever dies at whichever moment, it happens once.
 */
export async function importVex(ctx: Context, threads: VexThreads, job: ImportJob): Promise<void> {
  const upload = await findPending(ctx.db, job.payload.token);
  const target = upload && (await findImportTarget(ctx.db, upload.project_id));
  // Imported before, or the project was deleted meanwhile.
  if (!upload || !target) return;
  try {
    const document = await fetchDocument(ctx, threads, job, upload);
    await inTransaction(ctx.db, async (tx) => {
      await logSkips(job.log, await recordImport(ctx, tx, upload, target.subject, document));
      await job.completeInTransaction(tx);
    });
  } catch (error) {
    if (!(error instanceof Error) || !isFinal(job, error)) throw error;
    await recordFailure(ctx, upload, error);
    throw new PermanentJobError(error.message, { cause: error });
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

async function recordFailure(ctx: Context, { id }: Upload, error: Error): Promise<void> {
  const failure = toStorableText(error.message);
  await inTransaction(ctx.db, async (tx) => {
    await finishUpload(tx, id, { state: 'FAILED', processed_at: ctx.now(), failure });
  });
}

/** Whether another attempt would meet the same error, or there is none left. An interrupted one does not count. */
function isFinal({ signal, attempt }: ImportJob, error: Error): boolean {
  if (signal.aborted && !(signal.reason instanceof JobTimeoutError)) return false;
  if (error instanceof RefusedDocumentError || error instanceof PermanentJobError) return true;
  if (error instanceof AppError) return true;
  return attempt >= jobCatalog['import-vex'].retries.limit;
}
