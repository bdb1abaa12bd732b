import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { toStorableText } from '../../platform/db/storable-text.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomProcessingFailed, type ProjectSubject } from '../notifications/project-events.ts';
import { finishUpload } from './bom-store.ts';

interface FailedUpload {
  readonly id: number;
  readonly token: string;
  readonly spec_version: string;
}

/** Told once, however often the import is tried. */
export async function recordFailure(
  ctx: Context,
  upload: FailedUpload,
  project: ProjectSubject,
  error: Error,
): Promise<void> {
  const cause = toStorableText(error.message);
  const subject = { project, specVersion: upload.spec_version, token: upload.token };
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const outcome = { state: 'FAILED', processed_at: now, failure: cause } as const;
    if (await finishUpload(tx, upload.id, outcome)) {
      await emitEvents(tx, now, [bomProcessingFailed(subject, cause)]);
    }
  });
}
