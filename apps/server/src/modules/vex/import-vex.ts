import { createReadStream } from 'node:fs';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import { storeFile } from '../../platform/files/stored-file-store.ts';
import { recordOutcome } from '../documents/end-upload.ts';
import {
  type ImportJob,
  importDocument,
  type PendingUpload,
  withDocument,
} from '../documents/import-document.ts';
import { recordDecisions } from '../findings/record-decisions.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { ProjectSubject } from '../notifications/project-events.ts';
import { vexConsumed, vexProcessed } from '../notifications/vex-events.ts';
import { applyDocument, VEX_DECIDER } from './apply-document.ts';
import type { PlannedEntry } from './import/plan-import.ts';
import type { VexDocument } from './import/vex-document.ts';
import { logSkips } from './log-skips.ts';
import { VEX_KIND } from './vex-kind.ts';
import { readVexDocument, type VexThreads } from './vex-threads.ts';
import { writeReceipt } from './write-receipt.ts';

/** Applies the decisions of an uploaded document to the findings of its project. */
export async function importVex(ctx: Context, threads: VexThreads, job: ImportJob): Promise<void> {
  await importDocument(ctx, VEX_KIND, job, async (upload, target) => {
    const document = await withDocument(ctx, job, upload, (path) =>
      readVexDocument(threads, path, job.signal),
    );
    job.progress(0, undefined, 'applying');
    await inTransaction(ctx.db, async (tx) => {
      await logSkips(job.log, await recordImport(ctx, tx, upload, target.subject, document));
      await job.completeInTransaction(tx);
    });
  });
}

async function recordImport(
  ctx: Context,
  tx: Tx,
  upload: PendingUpload,
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
    await recordOutcome(tx, VEX_KIND, upload, {
      state: 'PROCESSED',
      processed_at: now,
      serial_number: document.serialNumber ?? null,
      skipped: applied.skipped ?? null,
      warnings: applied.warnings.map(toStorableText),
      entries: totals.entries,
      entries_applied: totals.outcomes.applied,
      entries_unchanged: totals.outcomes.unchanged,
      entries_skipped: totals.outcomes.skipped,
      findings_changed: totals.findingsChanged,
      receipt_file_id: await storeFile(tx, 'vex', file, createReadStream(file.path)),
    });
  } finally {
    await file.discard();
  }
  await emitEvents(tx, now, [vexProcessed(subject)]);
  return applied.planned;
}
