import { createReadStream } from 'node:fs';
import type { VexAccepted } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { storeFile } from '../../platform/files/stored-file-store.ts';
import { type Principal, toTurnName } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { projectNotFound } from '../portfolio/project-refusals.ts';
import { findUploadTarget, type TargetName, type UploadTarget } from '../portfolio/upload-target.ts';
import type { VexKind } from './import/vex-task.ts';
import { inspectVex } from './inspect-vex.ts';
import { isCollection } from './vex-refusals.ts';
import { insertUpload } from './vex-store.ts';
import type { VexThreads } from './vex-threads.ts';

export interface VexSubmitted {
  readonly principal: Principal;
  readonly target: TargetName;
  readonly document: ReceivedFile;
}

/**
 * Takes a document: finds the project, validates, and then in one transaction keeps the document and enqueues its
 * import. With the answer the request is over.
 */
export async function submitVex(
  ctx: Context,
  threads: VexThreads,
  submitted: VexSubmitted,
): Promise<VexAccepted> {
  const { principal, document } = submitted;
  await ctx.jobs.waitForTurn(ctx.db, 'import-vex', toTurnName(principal));
  const { target, kind } = await checkVex(ctx, threads, submitted);
  return inTransaction(ctx.db, async (tx) => {
    const token = newUuid();
    const { sha256, size } = document;
    await insertUpload(tx, {
      ...{ token, project_id: target.id, sha256, size },
      file_id: await storeFile(tx, 'vex', document, createReadStream(document.path)),
      format: kind.format.toUpperCase(),
      spec_version: kind.specVersion,
      uploaded_by: principal.name,
      uploaded_at: ctx.now(),
      state: 'PENDING',
    });
    const turn = { principal: toTurnName(principal), bytes: size };
    await ctx.jobs.enqueue(tx, 'import-vex', { token, projectUuid: target.uuid }, { token, turn });
    return { token, projectUuid: target.uuid };
  });
}

/** Refuses what cannot be imported: a project that is not there or has no findings of its own, a broken document. */
export async function checkVex(
  ctx: Context,
  threads: VexThreads,
  { principal, target: name, document }: VexSubmitted,
): Promise<{ readonly target: UploadTarget; readonly kind: VexKind }> {
  const target = await findUploadTarget(ctx.db, principal, name);
  if (!target) throw projectNotFound();
  if (target.isCollection) throw isCollection();
  return { target, kind: await inspectVex(ctx, threads, target.subject, document.path) };
}
