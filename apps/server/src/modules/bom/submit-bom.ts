import type { BomAccepted } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { type Principal, toTurnName } from '../../platform/http/principal.ts';
import { presentIgnored } from '../documents/present-ignored-violations.ts';
import { recordUpload, storeDocument } from '../documents/record-upload.ts';
import { inPortfolioTransaction } from '../portfolio/in-portfolio-transaction.ts';
import { findUploadTarget, type UploadTarget } from '../portfolio/projects/upload-target.ts';
import { BOM_KIND } from './bom-kind.ts';
import { findTarget, recordTarget } from './bom-target.ts';
import type { BomThreads } from './bom-threads.ts';
import { type InspectedBom, inspectBom } from './inspect-bom.ts';
import type { Submission } from './to-submission.ts';

interface Upload {
  readonly principal: Principal;
  readonly submission: Submission;
  readonly document: ReceivedFile;
}

/**
 * Accepts a document: finds the project, validates the document, and in one transaction stores it, creates the project
 * if it is missing, and enqueues the import.
 */
export async function submitBom(ctx: Context, threads: BomThreads, upload: Upload): Promise<BomAccepted> {
  const { principal, submission, document } = upload;
  await ctx.jobs.waitForTurn(ctx.db, BOM_KIND.job, toTurnName(principal));
  const target = await findTarget(ctx.db, principal, submission);
  const inspected = await inspectBom(ctx, threads, target ?? submission, document);
  try {
    return await accept(ctx, upload, target, inspected);
  } catch (error) {
    if (target || !(error instanceof AppError) || error.kind !== 'conflict') throw error;
    // Another upload has created the project at the same time.
    const created = await findUploadTarget(ctx.db, principal, submission.target);
    if (!created) throw error;
    return accept(ctx, upload, created, inspected);
  }
}

function accept(
  ctx: Context,
  { principal, submission, document }: Upload,
  target: UploadTarget | undefined,
  inspected: InspectedBom,
): Promise<BomAccepted> {
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const { format, spec_version, validated, ignored, storedFileId } = inspected;
    const file_id = await storeDocument(tx, BOM_KIND, document, storedFileId);
    const project = await recordTarget(ctx, tx, principal, submission, target);
    const ignored_violations = ignored?.violations.length ? JSON.stringify(ignored) : null;
    const columns = { file_id, format, spec_version, validated, ignored_violations };
    const accepted = await recordUpload(ctx, tx, BOM_KIND, { principal, project, document, columns });
    return { ...accepted, ...presentIgnored(ignored) };
  });
}
