import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { AppError } from '../../platform/errors.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomValidationFailed, type ProjectSubject } from '../notifications/project-events.ts';
import { type DocumentRefusal, RefusedDocumentError, toErrorTexts } from './refused-document.ts';

/**
 * Runs `read` while the caller of the upload waits. If it refuses the document, emits BOM_VALIDATION_FAILED and throws
 * what `toError` makes of the refusal.
 */
export async function inspectDocument<Kind>(
  ctx: Context,
  subject: ProjectSubject,
  read: () => Promise<Kind>,
  toError: (refusal: DocumentRefusal) => AppError,
): Promise<Kind> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RefusedDocumentError)) throw error;
    await emitRefusal(ctx, subject, error.refusal);
    throw toError(error.refusal);
  }
}

async function emitRefusal(ctx: Context, subject: ProjectSubject, refusal: DocumentRefusal): Promise<void> {
  const event = bomValidationFailed(subject, refusal.specVersion ?? '', toErrorTexts(refusal));
  // A project that the upload would have created has no UUID yet.
  const { projectUuid, ...unnamed } = event;
  await inTransaction(ctx.db, (tx) => emitEvents(tx, ctx.now(), [projectUuid ? event : unnamed]));
}
