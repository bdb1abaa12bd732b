import type { VexReceiptHead } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { openSnapshot } from '../../platform/db/open-snapshot.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { previewDecisions } from '../findings/preview-decisions.ts';
import { applyDocument, VEX_DECIDER } from './apply-document.ts';
import { presentTotals } from './present-receipt.ts';
import { checkVex, type VexSubmitted } from './submit-vex.ts';
import { readVexDocument, type VexThreads } from './vex-threads.ts';
import { writeReceipt } from './write-receipt.ts';

interface Preview {
  readonly head: VexReceiptHead;
  readonly file: ReceivedFile;
}

/** "dryRun=true returns the same receipt without applying." */
export async function previewImport(
  ctx: Context,
  threads: VexThreads,
  submitted: VexSubmitted,
): Promise<Preview> {
  const { target, kind } = await checkVex(ctx, threads, submitted);
  const document = await readVexDocument(threads, submitted.document.path);
  const snapshot = await openSnapshot(ctx.db);
  try {
    const applied = await applyDocument(snapshot.db, target.id, document, (decisions) =>
      previewDecisions(snapshot.db, VEX_DECIDER, decisions),
    );
    const { file, totals } = await writeReceipt(ctx.config, applied.entries);
    const now = ctx.now().getTime();
    const head: VexReceiptHead = {
      projectUuid: target.uuid,
      dryRun: true,
      state: 'PROCESSED',
      uploadedBy: submitted.principal.name,
      uploadedAt: now,
      processedAt: now,
      format: kind.format.toUpperCase(),
      specVersion: kind.specVersion,
      ...(document.serialNumber === undefined ? {} : { serialNumber: document.serialNumber }),
      ...(applied.skipped === undefined ? {} : { skipped: applied.skipped }),
      warnings: [...applied.warnings],
      totals: presentTotals(totals),
    };
    return { head, file };
  } finally {
    await snapshot.close();
  }
}
