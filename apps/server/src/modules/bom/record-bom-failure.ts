import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { JobFailure } from '../../platform/jobs/job-handler.ts';
import { recordFailure } from '../documents/end-upload.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomProcessingFailed } from '../notifications/project-events.ts';
import { findImportTarget } from '../portfolio/import/record-import.ts';
import { BOM_KIND } from './bom-kind.ts';

/** Records why an import failed and emits BOM_PROCESSING_FAILED. Does nothing if the upload has ended before. */
export async function recordBomFailure(
  ctx: Context,
  tx: Tx,
  job: JobFailure<{ readonly token: string }>,
): Promise<void> {
  const upload = await recordFailure(ctx, tx, BOM_KIND, job);
  const target = upload && (await findImportTarget(tx, upload.project_id));
  if (!target) return;
  const subject = { project: target.subject, specVersion: upload.spec_version, token: upload.token };
  await emitEvents(tx, ctx.now(), [bomProcessingFailed(subject, upload.failure)]);
}
