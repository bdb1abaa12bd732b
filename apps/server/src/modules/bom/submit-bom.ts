import { createReadStream } from 'node:fs';
import type { BomAccepted } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { storeFile } from '../../platform/files/stored-file-store.ts';
import { type Principal, toTurnName } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { presentIgnored } from '../cyclonedx-mapping/ignored-violations.ts';
import { inPortfolioTransaction } from '../portfolio/in-portfolio-transaction.ts';
import { findUploadTarget, type UploadTarget } from '../portfolio/upload-target.ts';
import { insertUpload, lockFile } from './bom-store.ts';
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
 * Takes a document: finds the project, validates, and then in one transaction keeps the document and enqueues its
 * import. With the answer the request is over.
 */
export async function submitBom(ctx: Context, threads: BomThreads, upload: Upload): Promise<BomAccepted> {
  const { principal, submission, document } = upload;
  await ctx.jobs.waitForTurn(ctx.db, 'import-bom', toTurnName(principal));
  const target = await findTarget(ctx.db, principal, submission);
  const inspected = await inspectBom(ctx, threads, target ?? submission, document);
  try {
    return await accept(ctx, upload, target, inspected);
  } catch (error) {
    if (target || !(error instanceof AppError) || error.kind !== 'conflict') throw error;
    // Two uploads wanted to create the project at the same time; this one comes second.
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
    const token = newUuid();
    const now = ctx.now();
    const file_id = await keepDocument(tx, document, inspected.fileId);
    const { id: project_id, uuid: projectUuid } = await recordTarget(ctx, tx, principal, submission, target);
    const { format, spec_version, validated, ignored } = inspected;
    const ignored_violations = ignored?.violations.length ? JSON.stringify(ignored) : null;
    const { sha256, size } = document;
    const uploaded = { uploaded_by: principal.name, uploaded_at: now, state: 'PENDING' };
    await insertUpload(tx, {
      ...{ token, project_id, file_id, sha256, size, format, spec_version, validated, ignored_violations },
      ...uploaded,
    });
    const turn = { principal: toTurnName(principal), bytes: size };
    await ctx.jobs.enqueue(tx, 'import-bom', { token, projectUuid }, { token, turn });
    return { token, projectUuid, ...presentIgnored(ignored) };
  });
}

/** The same document of an earlier upload is not stored again. */
async function keepDocument(tx: Tx, document: ReceivedFile, kept: number | undefined): Promise<number> {
  if (kept !== undefined && (await lockFile(tx, kept))) return kept;
  return storeFile(tx, 'bom', document, createReadStream(document.path, { highWaterMark: 256 * 1024 }));
}
