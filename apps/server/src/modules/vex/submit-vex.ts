import type { VexAccepted } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { type Principal, toTurnName } from '../../platform/http/principal.ts';
import type { DocumentFormat } from '../documents/read-in-thread.ts';
import { recordUpload, storeDocument } from '../documents/record-upload.ts';
import { refusedByCollection } from '../documents/upload-refusals.ts';
import { projectNotFound } from '../portfolio/projects/project-errors.ts';
import { findUploadTarget, type TargetName, type UploadTarget } from '../portfolio/projects/upload-target.ts';
import { inspectVex } from './inspect-vex.ts';
import { VEX_KIND } from './vex-kind.ts';
import type { VexThreads } from './vex-threads.ts';

export interface VexSubmitted {
  readonly principal: Principal;
  readonly target: TargetName;
  readonly document: ReceivedFile;
}

/** Accepts a document: finds the project, validates the document, stores it and enqueues the import in one transaction. */
export async function submitVex(
  ctx: Context,
  threads: VexThreads,
  submitted: VexSubmitted,
): Promise<VexAccepted> {
  const { principal, document } = submitted;
  await ctx.jobs.waitForTurn(ctx.db, VEX_KIND.job, toTurnName(principal));
  const { target, kind } = await checkVex(ctx, threads, submitted);
  return inTransaction(ctx.db, async (tx) => {
    const file_id = await storeDocument(tx, VEX_KIND, document);
    const columns = { file_id, format: kind.format.toUpperCase(), spec_version: kind.specVersion };
    return recordUpload(ctx, tx, VEX_KIND, { principal, project: target, document, columns });
  });
}

/** Throws if the project does not exist or is a collection, or if the document is refused. */
export async function checkVex(
  ctx: Context,
  threads: VexThreads,
  { principal, target: name, document }: VexSubmitted,
): Promise<{ readonly target: UploadTarget; readonly kind: DocumentFormat }> {
  const target = await findUploadTarget(ctx.db, principal, name);
  if (!target) throw projectNotFound();
  if (target.isCollection) throw refusedByCollection(VEX_KIND);
  return { target, kind: await inspectVex(ctx, threads, target.subject, document.path) };
}
