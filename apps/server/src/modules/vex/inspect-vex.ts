import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import {
  type DocumentRefusal,
  invalidDocument,
  RefusedDocumentError,
  toErrorTexts,
} from '../cyclonedx-mapping/refused-document.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomValidationFailed, type ProjectSubject } from '../notifications/project-events.ts';
import { isValidated, requireEnabled } from '../settings/validation-mode.ts';
import type { VexKind } from './import/vex-task.ts';
import { readVexKind, type VexThreads } from './vex-threads.ts';

/** Holds a document against the schema of its version, where the settings say so. */
export async function inspectVex(
  ctx: Context,
  threads: VexThreads,
  subject: ProjectSubject,
  path: string,
): Promise<VexKind> {
  const [validated] = await Promise.all([isValidated(ctx.db, subject.tags), requireEnabled(ctx.db)]);
  try {
    const maxBytes = ctx.config['svc.vex.max-bytes'];
    return await readVexKind(threads, { kind: validated ? 'validate' : 'inspect', path, maxBytes });
  } catch (error) {
    if (!(error instanceof RefusedDocumentError)) throw error;
    await tellOf(ctx, subject, error.refusal);
    throw invalidDocument(error.refusal);
  }
}

async function tellOf(ctx: Context, subject: ProjectSubject, refusal: DocumentRefusal): Promise<void> {
  const event = bomValidationFailed(subject, refusal.specVersion ?? '', toErrorTexts(refusal));
  await inTransaction(ctx.db, (tx) => emitEvents(tx, ctx.now(), [event]));
}
